import { expect, test } from "vitest";
import { addressesOf, addressKey, redirectKey, slugOf } from "../../src/features/short-links/address-key.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { isOwnHost } from "../../src/features/short-links/redirect.ts";
import { bytesOf, redirectMemory } from "../../src/features/short-links/redirect-memory.ts";

test("a short id has one key on all hosts, and a slug one key per host", () => {
  const keys = [addressKey("", "abcd2345"), addressKey("go.brand.example", "abcd2345")];
  const names = [
    addressKey("", "soups"),
    addressKey("go.brand.example", "soups"),
    addressKey("", "soup-bag"),
  ];
  expect(keys).toEqual(["abcd2345", "abcd2345"]);
  expect(names).toEqual(["/soups", "go.brand.example/soups", "/soup-bag"]);
  expect([...keys.slice(1), ...names].map(slugOf)).toEqual([
    null,
    { host: "", name: "soups" },
    { host: "go.brand.example", name: "soups" },
    { host: "", name: "soup-bag" },
  ]);
  expect([...keys.slice(1), ...names.slice(1)].map(redirectKey)).toEqual([
    "link:abcd2345",
    "slug:go.brand.example/soups",
    "slug:/soup-bag",
  ]);
  const unnamed = { shortId: "abcd2345", domain: "go.brand.example" };
  expect(addressesOf(unnamed)).toEqual(["abcd2345"]);
  expect(addressesOf({ ...unnamed, slug: "soups" })).toEqual(["abcd2345", "go.brand.example/soups"]);
});

test("our own hosts are the configured hosts with their ports, and hosts that can't be domains", () => {
  const own = ["go.example", "go.example:8787"];
  const asked = [
    "go.example",
    "go.example:8787",
    "go.example:1",
    "brand.example",
    "localhost:8787",
    "10.0.0.1",
  ];
  // Twice, because the last host is cached.
  for (const host of asked.flatMap((each) => [each, each]))
    expect([host, isOwnHost(host, own)]).toEqual([host, !["go.example:1", "brand.example"].includes(host)]);
});

const LINK: RedirectEntry = {
  linkId: "lnk_1",
  status: "active",
  destination: "https://a.example/",
  version: 1,
  project: { organizationId: "acme", projectId: "main" },
};

test("the weight of a link grows with everything that is cached of it", () => {
  const plain = bytesOf(LINK);
  const more = (changes: Partial<RedirectEntry>) => bytesOf({ ...LINK, ...changes }) - plain;
  const { length } = LINK.destination;
  // Of a link itself: some texts, the response, and the destination in both.
  expect(plain).toBe(3_700 + 2 * length);
  expect(more({ destination: `${LINK.destination}12345` })).toBe(10);
  expect(more({ publicName: "Soups", schedule: { from: 1 } })).toBe(0);
  expect(more({ scans: LINK.destination })).toBe(3_200 + 2 * length);
  expect(more({ schedule: { until: 1, endedUrl: "https://b" } })).toBe(3_200 + 2 * 9);
  expect(more({ removed: ["a", "b"] })).toBe(2 * 64);
  const shop = (postalCodes: string[]) => ({ slug: "a", postalCodes });
  const stores = { url: "", stores: [shop(["60614", "60601"]), shop(["10001"])] };
  expect(more({ stores })).toBe(3 * 32);
  const offer = { key: "a", destination: "https://a.example/", label: "A", retailer: "custom" };
  const offers = [offer, { ...offer, countries: ["US", "CA"], stores }];
  const page = { soldOut: "hide" as const, skipSingle: true };
  expect(more({ choice: { offers, page, removed: ["c"] } })).toBe(2 * plain + 64 + 2 * 32 + 3 * 32);
});

test("an isolate caches a link for 10 s, and an unknown link for 5 s", () => {
  const memory = redirectMemory();
  memory.remember("a", LINK, 0);
  expect([0, 9_999, 10_000].map((now) => memory.find("a", now)?.fresh)).toEqual([true, true, false]);
  expect(memory.find("a", 10_000)?.value).toEqual(LINK);
  memory.rememberUnknown("b", 0);
  expect([0, 4_999, 5_000].map((now) => memory.isUnknown("b", now))).toEqual([true, true, false]);
  expect([memory.find("b", 0), memory.isUnknown("a", 0)]).toEqual([undefined, false]);
  // A scan of unknown ids displaces no link.
  for (let id = 0; id < 10_001; id++) memory.rememberUnknown(`unknown-${id}`, 0);
  expect(memory.find("a", 0)?.fresh).toBe(true);
  expect([memory.isUnknown("unknown-0", 0), memory.isUnknown("unknown-1", 0)]).toEqual([false, true]);
});
