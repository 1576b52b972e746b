import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { parseEntry, type RedirectEntry } from "../../src/features/short-links/entry.ts";
import { bytesOf, redirectMemory } from "../../src/features/short-links/redirect-memory.ts";
import { MAX_URL_LENGTH } from "../../src/ground/core/urls.ts";

/** The maximum size of all links in an isolate, in bytes: see src/features/short-links/redirect-memory.ts. */
const HEAVIEST = 40_000_000;

const url = (end: string): string => `https://example.com/${end}`.padEnd(MAX_URL_LENGTH, "p");

/** A choice link of maximum size: 12 offers of the longest destinations, for 50 countries each, and a schedule. */
const largest = (name: string): RedirectEntry => ({
  linkId: `lnk_${name}`,
  status: "active",
  destination: url(name),
  version: 1,
  publicName: "n".repeat(160),
  project: { organizationId: "acme", projectId: "main" },
  choice: {
    offers: Array.from({ length: 12 }, (_, index) => ({
      key: `${"k".repeat(30)}${index}`,
      destination: url(`${name}/${index}`),
      label: "l".repeat(40),
      retailer: "custom",
      countries: Array.from({ length: 50 }, (__, country) => `${String.fromCharCode(65 + (country % 26))}X`),
    })),
    page: { imageUrl: url("picture"), text: "t".repeat(300), soldOut: "hide", skipSingle: true },
    removed: Array.from({ length: 88 }, (_, index) => `${"r".repeat(29)}${index}`),
  },
  schedule: { from: 1, until: 2, endedUrl: url("ended") },
});

/** A copy as from KV: with separate texts. */
function copyOf(name: string): RedirectEntry {
  const entry = parseEntry(JSON.stringify(largest(name)));
  if (!entry) throw new Error("the entry was not read");
  return entry;
}

test("the weight of the largest choice links covers their memory, and memory stays within its bound", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void; // what the flag adds
  const count = 300;
  collect();
  const before = process.memoryUsage().heapUsed;
  const entries = Array.from({ length: count }, (_, index) => copyOf(String(index)));
  collect();
  const taken = (process.memoryUsage().heapUsed - before) / count;
  const weight = bytesOf(entries[0] ?? copyOf("none"));
  // Part of it is for responses that the first visits create.
  expect(taken).toBeLessThan(weight);
  const memory = redirectMemory();
  for (let turn = 0; turn < 3; turn++)
    for (const [index, entry] of entries.entries()) memory.remember(`${turn}-${index}`, entry, 0);
  const names = [0, 1, 2].flatMap((turn) => entries.map((_, index) => `${turn}-${index}`));
  const kept = names.filter((name) => memory.find(name, 0) !== undefined);
  expect(kept.length * weight).toBeLessThanOrEqual(HEAVIEST);
  // It is used until the next link does not fit.
  expect((kept.length + 1) * weight).toBeGreaterThan(HEAVIEST);
  // The last links stay.
  expect(kept.at(-1)).toBe(`2-${count - 1}`);
});
