import { expect, test } from "vitest";
import { labelOf } from "../../src/features/links/choice-entry.ts";
import { type Link, redirectEntry, scheduleEntry, stateOf } from "../../src/features/links/link.ts";
import { linkAddresses } from "../../src/features/links/link-addresses.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { PLAIN_PAGE } from "../../src/features/short-links/choice.ts";
import { choiceBody } from "../bodies.ts";
import { newLink } from "./links.ts";

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

test("the redirect entry has the schedule's times and its URL outside of them", () => {
  const endedUrl = "https://a.example/";
  expect(scheduleEntry({ activeFrom: FROM })).toStrictEqual({ from: ms(FROM) });
  expect(scheduleEntry({ activeUntil: UNTIL, endedUrl })).toStrictEqual({ until: ms(UNTIL), endedUrl });
  expect([scheduleEntry(undefined), scheduleEntry({ endedUrl })]).toEqual([undefined, undefined]);
});

test("the redirect entry of a link with one destination has all that a visit needs", () => {
  const link = newLink({ publicName: "Soups" }, { domain: "go.brand.example", version: 3 });
  expect(redirectEntry(link)).toEqual({
    linkId: link.id,
    status: "active",
    destination: link.destination,
    version: 3,
    publicName: "Soups",
    project: { organizationId: "acme", projectId: "main" },
  });
  const tagged = "https://www.amazon.com/dp/B07XJ8C8F5?tag=a-20";
  expect(redirectEntry(newLink({}, { destination: tagged }))).toMatchObject({ scans: undefined });
});

test("the redirect entry of a choice has its offers", () => {
  const { customUrl: _, ...record } = newLink();
  const definition = parseDefinition(choiceBody({ page: { text: "Where to buy" } }));
  const lead = (key: string, destination: string, urlType: "pdp" | "custom") => ({
    ...{ key, destination, urlType, since: FROM },
  });
  const tagged = "https://www.amazon.com/dp/B000000001?tag=a-20";
  const offerDestinations = [
    lead("own", "https://own.example/", "custom"),
    lead("marketplace", tagged, "pdp"),
  ];
  // What was parsed as a choice, with the record of a link.
  const link = { ...record, ...definition, offerDestinations, removedKeys: ["gone"] } as Link;
  const first = { key: "marketplace", destination: tagged, label: "Amazon", retailer: "marketplace" };
  const own = { key: "own", destination: "https://own.example/", label: "Our own shop", retailer: "custom" };
  const { choice, destination, scans } = redirectEntry(link);
  expect(choice).toStrictEqual({
    offers: [
      { ...first, label: expect.any(String), scans: "https://www.amazon.com/dp/B000000001" },
      { ...own, countries: ["US", "CA"] },
    ],
    page: link.page,
    removed: ["gone"],
  });
  expect([destination, scans]).toEqual([link.destination, undefined]);
  const { page: __, removedKeys, ...bare } = link;
  const plain = redirectEntry({ ...bare, offerDestinations: offerDestinations.slice(0, 1) } as Link);
  expect(plain.choice).toStrictEqual({ offers: [{ ...own, countries: ["US", "CA"] }], page: PLAIN_PAGE });
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
