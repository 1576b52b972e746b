import { expect, test } from "vitest";
import { readNewFile } from "../../src/extras/imports/read-file.ts";
import { csvText } from "../../src/ground/core/csv-text.ts";
import { MOVED_SAMPLES } from "./moved-samples.ts";

const PAGE = "https://shop.example/soup";
const place = (name: string) => `https://shop.example/${name}`;
const jsonOf = (source: string) =>
  JSON.parse(MOVED_SAMPLES.find((sample) => sample.source === source)?.content ?? "");
const dub = jsonOf("Dub JSON")[0];
const shlink = jsonOf("Shlink JSON").shortUrls.data[0];
const sink = { ...jsonOf("Sink JSON").links[0], apple: undefined };
const rebrandly = jsonOf("Rebrandly JSON")[0];
const shortIo = { originalURL: PAGE, path: "soup", title: "Soup", domain: "go.acme.example" };

/** The cells of the first link of a file, and what does not come along. */
async function moved(...links: object[]) {
  const { rows, leftBehind } = await readNewFile(JSON.stringify(links));
  return { cells: rows[0]?.cells ?? {}, leftBehind };
}
const offersIn = ({ offers = "[]" }: Readonly<Record<string, string>>) =>
  (JSON.parse(offers) as { key: string; customUrl: string; when?: object; weight?: number }[]).map(
    ({ key, customUrl, when, weight }) => [key, customUrl, when ?? weight],
  );

test.each([
  ["Shlink, by default", shlink, "true"],
  ["Shlink, on", { ...shlink, forwardQuery: true }, "true"],
  ["Shlink, off", { ...shlink, forwardQuery: false }, undefined],
  ["Sink, by default", sink, undefined],
  ["Sink, on", { ...sink, redirectWithQuery: true }, "true"],
  ["Sink, off", { ...sink, redirectWithQuery: false }, undefined],
  ["Rebrandly, by default", rebrandly, undefined],
  ["Rebrandly, on", { ...rebrandly, forwardParameters: true }, "true"],
  ["Short.io, by default", shortIo, "true"],
  ["Short.io, off", { ...shortIo, skipQS: true }, undefined],
])("the query of visits is forwarded as before: %s", async (_, link, expected) => {
  expect((await moved(link)).cells.forwardQuery).toBe(expected);
});

test("CSV files say it in words", async () => {
  const of = async (forwardQuery: string) => {
    const row = { shortCode: "soup", longUrl: PAGE, visits: "1", forwardQuery };
    return (await readNewFile(csvText(Object.keys(row), [row]))).rows[0]?.cells.forwardQuery;
  };
  expect([await of("true"), await of("false"), await of("0"), await of("")]).toEqual([
    "true",
    undefined,
    undefined,
    "true",
  ]);
});

test("destinations by device and country come along in each service's order", async () => {
  const of = async (link: object) => offersIn((await moved(link)).cells);
  const usual = ["usual", PAGE, undefined];
  expect(await of({ ...sink, apple: place("i"), google: place("a"), geo: { de: place("de") } })).toEqual([
    ["rule-1", place("a"), { devices: ["android"] }],
    ["rule-2", place("i"), { devices: ["ios"] }],
    ["rule-3", place("de"), { countries: ["DE"] }],
    usual,
  ]);
  expect(await of({ ...shortIo, iphoneURL: place("i"), androidURL: place("a") })).toEqual([
    ["rule-1", place("i"), { devices: ["ios"] }],
    ["rule-2", place("a"), { devices: ["android"] }],
    usual,
  ]);
});

test("splits come along with their shares, and are named where rules decide", async () => {
  const split = await moved({ ...shortIo, splitURL: place("b"), splitPercent: 30 });
  expect([offersIn(split.cells), split.cells.page]).toEqual([
    [
      ["part-1", PAGE, 70],
      ["part-2", place("b"), 30],
    ],
    '{"pick":"split"}',
  ]);
  const variants = [
    { url: PAGE, percentage: 50 },
    { url: place("b"), percentage: 25 },
    { url: place("c"), percentage: 25 },
  ];
  expect(offersIn((await moved({ ...dub, password: null, testVariants: variants })).cells)).toEqual([
    ["part-1", PAGE, 50],
    ["part-2", place("b"), 25],
    ["part-3", place("c"), 25],
  ]);
  const both = await moved({ ...dub, password: null, ios: place("i"), testVariants: variants });
  expect(offersIn(both.cells)).toHaveLength(2);
  expect(both.leftBehind).toEqual([{ name: "the split between destinations", links: 1 }]);
});

test("UTM values and previews come along, where the destination or a scraper has not said them", async () => {
  const utm = { utmSource: "box", utmMedium: "print", utmCampaign: "" };
  const { cells } = await moved({ ...shortIo, ...utm, originalURL: `${PAGE}?utm_medium=web` });
  expect([cells.utm_source, cells.utm_medium, cells.utm_campaign]).toEqual(["box", undefined, undefined]);
  const card = { title: "Soup", description: "Of the day", image: place("soup.png") };
  const shown = { card_title: "Soup", card_text: "Of the day", card_imageUrl: place("soup.png") };
  expect((await moved({ ...dub, ...card, proxy: true })).cells).toMatchObject(shown);
  expect((await moved({ ...dub, ...card, proxy: false })).cells.card_title).toBeUndefined();
  expect((await moved({ ...sink, ...card })).cells).toMatchObject(shown);
  expect((await moved({ ...sink, ...card, image: "/images/1.png" })).cells.card_imageUrl).toBeUndefined();
});

test("what has no counterpart is named once, with its number of links", async () => {
  const limited = { ...shlink, hasRedirectRules: false, crawlable: true };
  const unlimited = { ...limited, meta: { ...shlink.meta, maxVisits: null } };
  expect((await moved(limited, limited, unlimited)).leftBehind).toEqual([
    { name: "crawlable", links: 3 },
    { name: "the limit of visits", links: 2 },
  ]);
  const file = csvText(
    ["Bitlink", "Long URL", "Title", "Folder", "Total Clicks", "Archived"],
    [
      {
        Bitlink: "bit.ly/a",
        "Long URL": PAGE,
        Title: "A",
        Folder: "x",
        "Total Clicks": 7,
        Archived: "false",
      },
      { Bitlink: "bit.ly/b", "Long URL": PAGE, Title: "B", Folder: "", "Total Clicks": 7, Archived: "true" },
    ],
  );
  expect((await readNewFile(file)).leftBehind).toEqual([
    { name: "Folder", links: 1 },
    { name: "Archived", links: 1 },
  ]);
});

test.each([
  [
    "two columns with one heading",
    "keyword,url,title,URL\na,https://a.example/,A,https://b.example/",
    "table",
  ],
  ["the same in both", "keyword,url,title,URL\na,https://a.example/,A,https://a.example/", "links"],
  ["one of them empty", "keyword,url,title,Title\na,https://a.example/,A,", "links"],
  [
    "two headings for one thing",
    "slashtag,destination,Destination URL\na,https://a.example/,https://b.example/",
    "table",
  ],
])("%s in a file of a service", async (_, text, kind) => {
  expect((await readNewFile(text)).kind).toBe(kind);
});

test("a tag that came twice is one, also with a blank or an accent of its own", async () => {
  const tags = ["summer", " summer", "Caf\u00e9", "Cafe\u0301", "print", "summer"];
  expect((await moved({ ...shlink, tags })).cells.tags).toBe("summer | Caf\u00e9 | print");
});

test("of more rules than a link can have, the first stay, with the usual destination last", async () => {
  const rule = (index: number) => ({
    longUrl: place(String(index)),
    priority: index,
    conditions: [{ type: "geolocation-country-code", matchValue: "DE" }],
  });
  const redirectRules = Array.from({ length: 14 }, (_, index) => rule(index + 1));
  const { cells, leftBehind } = await moved({ ...shlink, meta: {}, redirectRules });
  const offers = offersIn(cells);
  expect(offers).toHaveLength(12);
  expect(offers.at(-2)).toEqual(["rule-11", place("11"), { countries: ["DE"] }]);
  expect(offers.at(-1)).toEqual(["usual", PAGE, undefined]);
  expect(leftBehind).toEqual([{ name: "rules behind the first 11", links: 1 }]);
});
