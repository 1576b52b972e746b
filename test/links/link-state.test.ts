import { expect, test } from "vitest";
import { stateOf } from "../../src/features/links/link.ts";
import { linkAddresses } from "../../src/features/links/link-addresses.ts";
import { labelOf } from "../../src/features/retailers/choice-offer.ts";

const [FROM, UNTIL] = ["2026-12-01T08:00:00.000Z", "2026-12-24T08:00:00.000Z"];
const ms = (time: string, more = 0) => Date.parse(time) + more;

test("an active link is scheduled, running or ended; the start is inclusive, the end exclusive", () => {
  const state = (schedule: object | undefined, at: number, status: "active" | "inactive" = "active") =>
    stateOf({ status, schedule }, new Date(at));
  const both = { activeFrom: FROM, activeUntil: UNTIL };
  expect([ms(FROM, -1), ms(FROM), ms(UNTIL, -1), ms(UNTIL)].map((at) => state(both, at))).toEqual([
    "scheduled",
    "running",
    "running",
    "ended",
  ]);
  expect([ms(FROM, -1), ms(UNTIL)].map((at) => state(both, at, "inactive"))).toEqual(["off", "off"]);
  expect([state({ activeFrom: FROM }, ms(UNTIL)), state({ activeFrom: FROM }, 0)]).toEqual([
    "running",
    "scheduled",
  ]);
  expect([state({ activeUntil: UNTIL }, 0), state({ activeUntil: UNTIL }, ms(UNTIL))]).toEqual([
    "running",
    "ended",
  ]);
  expect([state(undefined, 0), state({ endedUrl: "https://a.example/" }, 0)]).toEqual(["running", "running"]);
});

test("a shop's name is its label, its retailer's name, or the host of its URL", () => {
  const own = { key: "a", retailer: "custom", intent: "custom_url" } as const;
  const at = (customUrl: string, label?: string) => labelOf({ ...own, customUrl, ...(label && { label }) });
  expect(at("https://www.shop.example/a")).toBe("shop.example");
  expect(at("https://my.www.shop.example/a")).toBe("my.www.shop.example");
  expect(at("https://wwwx.example/")).toBe("wwwx.example");
  expect(at("https://shop.example/", "Our shop")).toBe("Our shop");
});

test("the URLs of a link are its slug, former slugs newest first, and its short id", () => {
  const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
  const names = { domain: "", shortId: "abcd2345" };
  const addresses = (link: { slug?: string; slugs?: string[] }) =>
    linkAddresses({ ...names, ...link }, origins).map(({ url, kind, current }) => [url, kind, current]);
  expect(addresses({})).toEqual([["https://go.example/abcd2345", "short_id", true]]);
  expect(addresses({ slug: "b", slugs: ["a", "b", "c"] })).toEqual([
    ["https://go.example/b", "slug", true],
    ["https://go.example/c", "slug", false],
    ["https://go.example/a", "slug", false],
    ["https://go.example/abcd2345", "short_id", false],
  ]);
  expect(addresses({ slugs: ["a"] })).toEqual([
    ["https://go.example/a", "slug", false],
    ["https://go.example/abcd2345", "short_id", true],
  ]);
});
