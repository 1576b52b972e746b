import fc from "fast-check";

/** Requests of strangers to public URLs. */

/** Markup that a page must always escape. */
export const MARK = `"><svg onload=x id=fuzz-mark>`;
/** The host that headers claim, and that no response may contain. */
export const CLAIMED = "claimed.example";

/** Texts that are special for some parser. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      MARK,
      "",
      " ",
      "0",
      "-1",
      "1e3",
      "null",
      "__proto__",
      "constructor",
      "' OR 1=1 --",
      "../../etc/passwd",
      "//other.example",
      "https://other.example/",
      "\r\nX-Evil: 1",
      "\0",
      "a".repeat(3_000),
      "\u202e",
      "😀",
      "٣",
      "{{7*7}}",
      "[]",
      "2026-02-30",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.toWellFormed()) },
);

/** Valid unencoded characters of a path or query: the runtime itself rejects all others before the Worker runs. */
const bare = (text: string): string => text.replace(/[^!-~]|[#"<>`]/g, "");

/** A value in a query: encoded, or as typed. */
const inQuery = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: value.map((text) => encodeURIComponent(text)) },
    { weight: 1, arbitrary: value.map(bare) },
  );

/** A query of these parameters, with known and unknown values; empty, or starting with `?`. */
export function queryOf(known: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<string> {
  const names = Object.keys(known);
  const pair = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(...names)
        .chain((name) =>
          inQuery(
            fc.oneof(
              { weight: 3, arbitrary: fc.constantFrom(...(known[name] ?? [""])) },
              { weight: 1, arbitrary: hostileText },
            ),
          ).map((value) => `${name}=${value}`),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(inQuery(hostileText), inQuery(hostileText))
        .map(([name, value]) => `${name}=${value}`),
    },
    { weight: 1, arbitrary: fc.constantFrom("", "&", "=", "?", "%", "%E0%A4%A", "qr", "utm_source=poster") },
  );
  return fc.array(pair, { maxLength: 3 }).map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`));
}

/** Text that a header can carry. */
const inHeader = (text: string): string =>
  Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/[^ -~\x80-\xff]/g, "")
    .trim();

const header = (...known: string[]): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: hostileText.map(inHeader) },
  );

const PERSON =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const HTML = "text/html,application/xhtml+xml,*/*;q=0.8";

/** The headers of a request, each optional. */
export const heads: fc.Arbitrary<Record<string, string>> = fc
  .record({
    Accept: header(
      HTML,
      HTML,
      "application/json",
      "*/*",
      "application/json;q=0.1, text/html;q=0",
      "text/markdown, */*;q=0.1",
      ",;q=,",
      "a/b;".repeat(900),
    ),
    "Accept-Language": header(
      "de",
      "ja;q=0.9, en;q=0.1",
      "*",
      "tlh",
      "de;q=abc, fr;q=-1",
      ";q=1,,;",
      "de-AT-".repeat(60),
      "x,".repeat(4_000),
      "constructor",
    ),
    Cookie: header(
      "shop=marketplace",
      "__Host-shop=bigbox_w; shop=custom",
      "shop=nobody",
      "shop=constructor",
      "shop=marketplace; shop=custom",
      ";;=;shop",
      `a=${"c".repeat(8_000)}; shop=custom`,
    ),
    "If-None-Match": header("*", '"x"', 'W/"x"', '"', ",,,", "W/", `${'"a",'.repeat(900)}"b"`),
    "If-Modified-Since": header("Sat, 29 Oct 2044 19:43:31 GMT"),
    Range: header("bytes=0-0", "bytes=-1", "bytes=9999999-", "bytes=0-1,5-6", "x=1"),
    "User-Agent": header(
      PERSON,
      PERSON,
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1",
      "facebookexternalhit/1.1",
      "WhatsApp/2.23",
      "Twitterbot/1.0",
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "curl/8.0",
      "",
      "Mozilla/5.0 ".repeat(300),
    ),
    "CF-IPCountry": header("US", "DE", "JP", "XX", "T1", "us", "USA", ""),
    "X-Forwarded-Host": header(CLAIMED),
    "X-Forwarded-Proto": header("https", "gopher"),
    "X-Forwarded-For": header("127.0.0.1", "8.8.8.8, 1.1.1.1"),
    Forwarded: header(`host=${CLAIMED};proto=https`),
    "X-Original-URL": header("/dashboard", `//${CLAIMED}/`),
    Host: fc.option(
      fc.constantFrom(
        CLAIMED,
        `${CLAIMED}:81`,
        `${CLAIMED}.`,
        CLAIMED.toUpperCase(),
        "go.example",
        "localhost",
        "[::1]:80",
      ),
      { freq: 5, nil: undefined },
    ),
    Origin: header(`https://${CLAIMED}`, "null"),
    Referer: header("https://referrer.example/page", "android-app://x"),
    "Sec-Purpose": header("prefetch;prerender"),
    "X-Correlation-ID": header("fuzz-0123456789", "short", "k".repeat(129)),
  })
  .map((given) =>
    Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  );

/** Other spellings of a path: by the rules of URLs, all are equal. */
export const spelled = (path: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(fc.constantFrom("as it is", "upper", "encoded", "Encoded"), {
        minLength: path.length,
        maxLength: path.length,
      }),
      fc.constantFrom("", "/"),
    )
    .map(
      ([ways, end]) =>
        Array.from(path, (character, index) => {
          const way = ways[index] ?? "";
          if (character === "/" || way === "as it is") return character;
          if (way === "upper") return character.toUpperCase();
          const hex = character.charCodeAt(0).toString(16);
          return `%${way === "encoded" ? hex : hex.toUpperCase()}`;
        }).join("") + end,
    );

/** A path with an unknown part. */
export const damaged = (path: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(path.length),
      fc.nat(1),
      fc.oneof(
        fc.constantFrom(
          "/",
          "//",
          "/./",
          "/../",
          "%2f",
          "%2F..",
          "%00",
          "%",
          "%zz",
          ".",
          "..",
          ";",
          "%c0%af",
          "%e2%80%ae",
          "\\",
          "%5c",
          "+",
          "~",
          "@",
          ":",
          "*",
        ),
        hostileText.map((text) => encodeURIComponent(text)),
        hostileText.map(bare),
      ),
    )
    .map(([at, taken, put]) =>
      `/${`${path.slice(0, at)}${put}${path.slice(at + taken)}`.replace(/^\//, "")}`.replaceAll("?", "%3f"),
    );
