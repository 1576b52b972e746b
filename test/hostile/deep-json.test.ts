import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import * as z from "zod";
import { recordsIn } from "../../src/extras/imports/moved-links.ts";
import { bodyOf } from "../../src/extras/imports/read-cells.ts";
import { readNewFile } from "../../src/extras/imports/read-file.ts";
import { definitionSchema } from "../../src/features/retailers/definition.ts";
import { VARIANTS } from "../../src/features/retailers/variants.ts";
import { canonicalJson, mergePatch, mergePatchBetween } from "../../src/ground/core/json.ts";
import { containsApiKey, metadata } from "../../src/ground/core/metadata.ts";
import { fetchJson } from "../../src/ground/platform/fetch-json.ts";
import { readJson } from "../../src/surfaces/api/json-body.ts";
import { json } from "../../src/surfaces/cli/archive/check-row.ts";
import * as forms from "../../src/surfaces/dashboard/link-form/form-body.ts";
import type { FormShape } from "../../src/surfaces/dashboard/link-form/form-shape.ts";
import { linkBody } from "../bodies.ts";

const ofDepth = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
const ofWidth = (members: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, n) => [`k${n}`, n])));

const METADATA = {
  fields: [{ kind: "json", path: "metadata", required: false }],
  objects: [],
} as unknown as FormShape; // only what a JSON control needs

/** Everything that parses JSON of strangers; each says whether it accepts a text. */
const READERS: Record<string, (text: string) => boolean | Promise<boolean>> = {
  "a body": (text) =>
    readJson(new Request("https://api.example/", { method: "POST", body: text })).then(
      () => true,
      () => false,
    ),
  "a cell": (text) => bodyOf({ metadata: text }, "").problems.length === 0,
  "a list in a cell": (text) => bodyOf({ products: `[${text.slice(1, -1)}]` }, "").problems.length === 0,
  "a form": (text) =>
    forms.bodyOf(METADATA, { texts: new Map([["metadata", text]]), rows: new Map() }).problems.length === 0,
  "a row of an archive": (text) => json(z.unknown()).safeParse(text).success,
  async "an external service"(text) {
    const server = createServer((_, response) => response.end(text)).listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const { port } = server.address() as AddressInfo;
    const request = new Request(`http://127.0.0.1:${port}/`);
    const { ok } = await fetchJson(request, { limitMs: 5_000, maxBytes: 5_000_000 });
    server.close();
    return ok;
  },
  async "a file of another service"(text) {
    try {
      await readNewFile(text);
    } catch (error) {
      return !JSON.stringify(error).includes("levels deep");
    }
    return true;
  },
};

const timed = async <T>(work: () => T | Promise<T>): Promise<{ result: T; ms: number }> => {
  const started = performance.now();
  return { result: await work(), ms: performance.now() - started };
};

test.each(Object.entries(READERS))(
  "%s has at most 64 levels, and is refused at once",
  async (name, accepts) => {
    if (name !== "a list in a cell") expect(await accepts(ofDepth(64))).toBe(true);
    for (const levels of [65, 100, 5_000, 400_000]) {
      const { result, ms } = await timed(() => accepts(ofDepth(levels)));
      expect([levels, result]).toEqual([levels, false]);
      expect(ms).toBeLessThan(3_000);
    }
    const { ms } = await timed(() => accepts(ofWidth(20_000)));
    expect(ms).toBeLessThan(10_000);
  },
);

const variant = VARIANTS.find(({ retailer }) => retailer === "custom");
if (!variant) throw new TypeError("no variant");
const withMetadata = (value: unknown) =>
  definitionSchema(variant).safeParse({ ...linkBody("custom custom_url"), metadata: value });

/** Everything that walks through a value of strangers. */
const WALKS: Record<string, (value: unknown) => unknown> = {
  "the check of metadata": (value) => metadata().safeParse(value),
  "the check of a definition": withMetadata,
  "the search for API keys": containsApiKey,
  "canonical JSON": canonicalJson,
  "a merge patch": (value) => mergePatch({ a: 1 }, value as Record<string, unknown>),
  "the patch between two values": (value) => mergePatchBetween({ a: 1 }, value as Record<string, unknown>),
  "the search for links": (value) => recordsIn(value),
};

test.each(Object.entries(WALKS))("%s takes little time for deep and for wide values", async (_, walk) => {
  for (const text of [ofDepth(64), ofWidth(20_000), `{"a":[${"[],".repeat(20_000)}0]}`]) {
    const value = JSON.parse(text);
    expect((await timed(() => walk(value))).ms).toBeLessThan(10_000);
  }
});

test("metadata of any depth is checked without a copy of the path at each level", async () => {
  for (const levels of [65, 1_000, 100_000]) {
    const { result, ms } = await timed(() => metadata().safeParse(nested(levels)).success);
    expect([levels, result]).toEqual([levels, false]);
    expect(ms).toBeLessThan(3_000);
  }
  expect(metadata().safeParse(nested(64)).success).toBe(true);
});

function nested(levels: number): object {
  let value: object = {};
  for (let level = 1; level < levels; level++) value = { a: value };
  return value;
}
