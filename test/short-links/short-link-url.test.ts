import { expect, test } from "vitest";
import { parseShortLink as parseUsual, UNUSUAL } from "../../src/features/short-links/short-link-url.ts";
import { readUnusualUrl, unusualAddress, withCode } from "../../src/features/short-links/unusual-url.ts";
import type { Visit } from "../../src/features/short-links/visit.ts";

const parseShortLink = (url: string) => parseUsual(url) ?? readUnusualUrl(url);
const HOST = "https://go.example.com";

test.each<[string, string | null, string]>([
  ["/abcd2345", "abcd2345", ""],
  ["/ABCD2345/", "abcd2345", ""],
  ["/abcd2345?", "abcd2345", ""],
  ["/abcd2345/?qr=shelf-1", "abcd2345", "shelf-1"],
  ["/abcd2345?utm=x&qr=Ab3", "abcd2345", "Ab3"],
  ["/abcd2345?qr=abc&qr=def", "abcd2345", "abc"],
  [`/abcd2345?qr=${"x".repeat(64)}`, "abcd2345", "x".repeat(64)],
  // Not an identifier of a QR code, or not its parameter.
  [`/abcd2345?qr=${"x".repeat(65)}`, "abcd2345", ""],
  ["/abcd2345?qr=ab", "abcd2345", ""],
  ["/abcd2345?qr=a_b", "abcd2345", ""],
  // As senders change the parameter.
  ["/abcd2345?qr=abc%20", "abcd2345", "abc"],
  ["/abcd2345?QR=SHELF-1", "abcd2345", "SHELF-1"],
  ["/abcd2345?utm=x&amp;qr=shelf-1", "abcd2345", "shelf-1"],
  ["/abcd2345?qr=shelf-1).", "abcd2345", "shelf-1"],
  ["/abcd2345?qr=shelf-1%E2%80%A6", "abcd2345", "shelf-1"],
  ["/abcd2345?qr=%22shelf-1%22", "abcd2345", "shelf-1"],
  ["/abcd2345?xqr=abc", "abcd2345", ""],
  ["/abcd2345?q=?qr=abc", "abcd2345", "abc"],
  // Crockford's alphabet as people type it: i and l are 1, o is 0, and u does not exist.
  ["/ilILoO00", "11110000", ""],
  ["/abcdefgu", null, ""],
  ["/abcdefgU?qr=abc", null, "abc"],
  // Slugs have 3 to 64 characters and do not look like short ids.
  ["/summer", "summer", ""],
  ["/Summer-Soups/?qr=shelf-1", "summer-soups", "shelf-1"],
  ["/abcd-345", "abcd-345", ""],
  ["/olive-oil", "olive-oil", ""],
  ["/abc", "abc", ""],
  [`/${"x".repeat(64)}`, "x".repeat(64), ""],
  ["/12345", "12345", ""],
  // Encoded letters, digits and hyphens equal plain characters.
  ["/%73ummer", "summer", ""],
  ["/%53UMMER%2dsoups", "summer-soups", ""],
  ["/%61bcd2345?qr=shelf%2D1", "abcd2345", ""],
  ["/%61bcd2345?a=?&qr=shelf-1", "abcd2345", "shelf-1"],
])("%s requests %s", (path, name, qr) => {
  for (const host of ["go.example.com", "localhost:8787"]) {
    const url = `https://${host}${path}`;
    expect(parseShortLink(url)).toEqual({ url, host, name, qr });
  }
});

test.each<[string, string, string]>([
  ["/abcd2345/x", "x", ""],
  ["/ABCD2345/Big-Box-2/", "big-box-2", ""],
  ["/abcd2345/7?remember=1&qr=shelf-1", "7", "shelf-1"],
  [`/abcd2345/${"k".repeat(32)}`, "k".repeat(32), ""],
])("%s requests the offer %s", (path, offer, qr) => {
  const url = HOST + path;
  expect(parseShortLink(url)).toEqual({ url, host: "go.example.com", name: "abcd2345", qr, offer });
});

test.each([
  ...[
    ".",
    ",",
    ")",
    "!",
    ";",
    '"',
    "'",
    "…",
    ">",
    "]",
    "*",
    "**",
    "_",
    "-",
    ":",
    "”",
    "’",
    "»",
    "。",
    "）",
    "」",
    "？",
    "!!",
    ").",
    "%20",
  ],
  ...[
    "\u200b",
    "\u00a0",
    "%0A",
    "|",
    "`",
    "😀",
    "☀️",
    "。詳しくはこちら",
    "を見て",
    "%22%3Elink%3C/a%3E",
    " is good",
    ";jsessionid=3",
  ],
])("the sentence around a URL is no part of it: %s", (text) => {
  for (const [path, name] of [
    ["/summer-soups", "summer-soups"],
    ["/ABCD2345", "abcd2345"],
  ]) {
    expect(parseShortLink(new Request(`${HOST}${path}${text}`).url)).toMatchObject({
      ...{ url: HOST + path, isRewritten: true, name, qr: "" },
    });
    expect(
      parseShortLink(new Request(`${HOST}${path}${text}?qr=shelf-1${text === "-" ? "" : text}`).url),
    ).toMatchObject({
      ...{ name, qr: "shelf-1" },
    });
  }
});

test.each([
  ["/soups&utm_source=x&qr=shelf-1", "?utm_source=x&qr=shelf-1"],
  ["/soups&amp;qr=shelf-1", "?amp;qr=shelf-1"],
  ["/soups%3Fqr=shelf-1", "?qr=shelf-1"],
  ["/soups%3fqr%3Dshelf-1%26utm_source%3Dx", "?qr=shelf-1&utm_source=x"],
  ["/soups).&qr=shelf-1", "?qr=shelf-1"],
  ["/soups%3Fqr=shelf-1?fbclid=1", "?qr=shelf-1&fbclid=1"],
])("a query that lost its question mark is read: %s", (path, query) => {
  expect(parseShortLink(HOST + path)).toMatchObject({
    url: `${HOST}/soups${query}`,
    name: "soups",
    qr: "shelf-1",
  });
});

test("the offer of a link is read, too", () => {
  expect(parseShortLink(`${HOST}/soups/walmart).`)).toMatchObject({ name: "soups", offer: "walmart" });
});

test("reading a long path takes no time", () => {
  const start = performance.now();
  for (const part of ["a(", "(", "%2", "%28", "é", "-", "&qr="])
    parseShortLink(new Request(`${HOST}/soups${part.repeat(15_000 / part.length)}`).url);
  expect(performance.now() - start).toBeLessThan(1_000);
});

test.each([
  "/",
  "/ab",
  "/-summer",
  "/summer--soups",
  `/${"x".repeat(65)}`,
  "/2026",
  "/health",
  "/HEALTH",
  "/%68ealth",
  "/docs/errors",
  "//summer",
  "/summer//",
  "/summer.html",
  "/summer_2",
  "/docs.",
  "/v1/links)",
  "/dashboard%3Fqr=default",
  "/summer%2fx",
  // Another word is not the beginning of it.
  "/s%C3%BCmmer",
  "/sümmer",
  "/sommergemüse",
  "/sommer%C3%9F",
  "/v1/links",
  "/abcd2345//",
  "/abcd2345/-x",
  "/abcd2345/x/y",
  "/abcd2345/a_b",
  `/abcd2345/${"k".repeat(33)}`,
  "/qr/abcd2345",
  // The path of another page has the form of a slug.
  "/v1/links?of=https://go.example.com/abcd2345",
])("%s is not a short link", (path) => {
  expect(parseShortLink(HOST + path)).toBeNull();
});

/** The names and offers that a URL requests, in the order in which they are looked up, with the code. */
function requested(path: string): string {
  const url = HOST + path;
  const address = parseUsual(url) ?? (UNUSUAL.test(url) ? unusualAddress(url) : null);
  if (!address) return "nothing";
  const { qr } = withCode({ ...address, url } as Visit); // only these properties are read
  const names = [address, address.otherwise].flatMap((each) =>
    each ? [`${each.name}${each.offer ? `/${each.offer}` : ""}`] : [],
  );
  return [...names, ...(qr ? [`qr=${qr}`] : [])].join(" ");
}

test.each([
  // Invisible characters, soft hyphens and typeset dashes.
  ["/summer-%E2%80%8Bsoup", "summer-soup"],
  ["/summer-%C2%ADsoup", "summer-soup"],
  ["/sum%c2%admer-soup", "summer-soup sum"],
  ["/%EF%BB%BFsummer", "summer"],
  ["/summer%E2%80%8B", "summer"],
  ["/summer%E2%80%93soup", "summer-soup summer"],
  ["/summer%E2%80%91soup", "summer-soup summer"],
  ["/summer%E2%88%92soup", "summer-soup summer"],
  ["/summer%E2%80%90soup?qr=shelf-1", "summer-soup summer qr=shelf-1"],
  ["/summer%EF%BC%8Dsoup).", "summer-soup summer"],
  ["/abcd%E2%80%8B2345", "abcd2345 abcd"],
  ["/ABCD%C2%AD2345?qr=shelf-1", "abcd2345 abcd qr=shelf-1"],
  // A dash may also end the sentence that the address is in.
  ["/summer%E2%80%94our%20soups", "summer-our summer"],
  // Offers of a choice.
  ["/summer-soup/big%E2%80%91box?qr=shelf-1", "summer-soup/big-box summer-soup/big qr=shelf-1"],
  ["/abcd2345/tar%C2%ADget", "abcd2345/target abcd2345/tar"],
  // Doubled slashes.
  ["//summer-soup", "summer-soup"],
  ["//summer-soup//", "summer-soup"],
  ["/summer-soup//target", "summer-soup/target"],
  ["/summer-soup//?qr=shelf-1", "summer-soup qr=shelf-1"],
  ["///abcd2345", "abcd2345"],
  ["//summer%E2%80%93soup", "summer-soup"],
  // The code.
  ["/summer?qr=shelf%E2%80%911", "summer qr=shelf-1"],
  ["/summer?qr=%E2%80%8Bsh%C2%ADelf-1", "summer qr=shelf-1"],
  ["/summer?qr=shelf-1%E2%80%8B", "summer qr=shelf-1"],
  ["/summer?a=%E2%80%93&qr=shelf-1&b=%E2%80%93", "summer qr=shelf-1"],
  // What is no link.
  ["//v1/links", "nothing"],
  ["//health", "nothing"],
  ["//", "nothing"],
  ["/%E2%80%8B", "nothing"],
])("%s requests %s", (path, expected) => {
  expect(requested(path)).toBe(expected);
});
