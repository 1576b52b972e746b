import { describe, expect, test } from "vitest";
import { page, STYLE } from "../../src/features/short-links/page.ts";
import {
  detailsOf,
  isBrowser,
  PROBLEMS,
  problemResponse,
  wantsJson,
} from "../../src/features/short-links/problems.ts";
import { orUnavailable } from "../../src/features/short-links/redirect.ts";
import { isScheduleEntry, outsideOf } from "../../src/features/short-links/redirect-schedule.ts";
import { isScan, targetRedirect } from "../../src/features/short-links/target-redirect.ts";
import { countryOf, isPrefetch, postalCodeOf, referrerOf } from "../../src/features/short-links/visitor.ts";
import { previewResponse } from "../../src/surfaces/pages/preview-page.ts";
import { otherVisits } from "./redirects.ts";

const URL = "https://go.example/abcd2345";
const asked = (headers: Record<string, string> = {}, url = URL) => new Request(url, { headers });
/** A request as Cloudflare passes it on. */
const from = (cf: object, headers: Record<string, string> = {}) => Object.assign(asked(headers), { cf });

describe("a request shows", () => {
  test.each<[string, string, boolean]>([
    ["Sec-Purpose", "prefetch", true],
    ["Sec-Purpose", "prefetch;prerender", true],
    ["Purpose", "preview", true],
    ["Sec-Purpose", "none", false],
    ["X-Purpose", "preview", true],
    ["X-Moz", "prefetch", true],
    ["X-Moz", "1", false],
  ])("%s: %s", (name, value, expected) => {
    expect(isPrefetch(asked({ [name]: value }))).toBe(expected);
    expect(isPrefetch(asked())).toBe(false);
    // Each header is read by itself.
    expect(isPrefetch(asked({ "Sec-Purpose": "none", Purpose: "", [name]: value }))).toBe(expected);
  });

  test("only the host of the page before it", () => {
    const said = (Referer: string) => referrerOf(asked({ Referer }));
    expect(said("https://www.News.example:8443/a?b#c")).toBe("news.example");
    expect(said("http://news.example")).toBe("news.example");
    expect(said("https://user:password@h01.example.net/")).toBe("h01.example.net");
    expect(said("https://user@www.news.example:8443")).toBe("news.example");
    expect(said("https://user:password@/")).toBeUndefined();
    expect(said("android-app://com.example")).toBeUndefined();
    expect(said("android-app://com.example/https://news.example/")).toBeUndefined();
    expect(said(`https://${"a".repeat(101)}/`)).toBeUndefined();
    expect(referrerOf(asked())).toBeUndefined();
  });

  test("the country from the header before the object, and a postal code where the delivery app delivers", () => {
    expect(countryOf(asked({ "CF-IPCountry": "DE" }))).toBe("DE");
    expect(countryOf(from({ country: "US" }, { "CF-IPCountry": "DE" }))).toBe("DE");
    expect(countryOf(from({ country: "US" }))).toBe("US");
    expect(countryOf(asked())).toBeUndefined();
    const code = (country: string) => postalCodeOf(from({ country, postalCode: "60614" }));
    expect(["US", "CA", "DE"].map(code)).toEqual(["60614", "60614", undefined]);
    expect(postalCodeOf(asked())).toBeUndefined();
  });

  test("whether it is a program or a browser", () => {
    const said = (Accept: string) => [wantsJson(asked({ Accept })), isBrowser(asked({ Accept }))];
    expect(said("application/json")).toEqual([true, false]);
    expect(said("text/html,application/json")).toEqual([false, true]);
    expect(said("*/*")).toEqual([false, false]);
    expect([wantsJson(asked()), isBrowser(asked())]).toEqual([false, false]);
  });
});

describe("a problem", () => {
  test("is a page that is built once, or JSON with the facts of the link", async () => {
    const refused = problemResponse(asked({ Accept: "text/html" }), PROBLEMS.method, "req-1");
    const { status, headers } = refused;
    expect([status, headers.get("Allow"), headers.get("X-Correlation-Id")]).toEqual([
      405,
      "GET, HEAD",
      "req-1",
    ]);
    const text = await refused.text();
    expect(text).toContain("<h1>Not possible</h1><p>This address supports only GET and HEAD.</p>");
    expect(text).toContain("<title>Not possible</title>");
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(await problemResponse(asked({ Accept: "text/html" }), PROBLEMS.method, "req-2").text()).toBe(text);
    const json = problemResponse(asked({ Accept: "application/json" }), PROBLEMS.limited, "req-3", [
      { field: "a", message: "b" },
    ]);
    expect([json.status, json.headers.get("Retry-After"), json.headers.get("X-Correlation-Id")]).toEqual([
      429,
      "60",
      "req-3",
    ]);
    expect(json.headers.get("Content-Type")).toBe("application/json");
    expect(await json.json()).toEqual({
      error: {
        code: "rate_limited",
        message: PROBLEMS.limited.message,
        correlationId: "req-3",
        details: [{ field: "a", message: "b" }],
      },
    });
    expect(problemResponse(asked(), PROBLEMS.unknown, "x", [], true).headers.get("Content-Type")).toBe(
      "application/json",
    );
  });

  test("of a link outside its schedule shows when it begins or ended", () => {
    const project = { organizationId: "acme", projectId: "main" };
    const link = { linkId: "lnk_1", status: "active" as const, destination: "/", version: 1, project };
    const both = { ...link, schedule: { from: 1_000, until: 2_000 } };
    const told = (problem: (typeof PROBLEMS)[keyof typeof PROBLEMS], of: typeof both | typeof link = both) =>
      detailsOf({ problem, link: of });
    expect(told(PROBLEMS.scheduled)).toEqual([
      { field: "state", message: "scheduled" },
      { field: "schedule.activeFrom", message: "1970-01-01T00:00:01.000Z" },
    ]);
    expect(told(PROBLEMS.ended)).toEqual([
      { field: "state", message: "ended" },
      { field: "schedule.activeUntil", message: "1970-01-01T00:00:02.000Z" },
    ]);
    expect(told(PROBLEMS.inactive)).toEqual([]);
    expect([told(PROBLEMS.scheduled, link), told(PROBLEMS.ended, link)]).toEqual([[], []]);
  });
});

test("an error in a redirect gives a page, and is logged with its id", async () => {
  const logged: unknown[] = [];
  const answered = (redirect: () => Response | Promise<Response>) =>
    orUnavailable(asked(), { log: (...line) => void logged.push(line), otherVisits }, redirect);
  const good = new Response("good");
  expect(answered(() => good)).toBe(good);
  expect(await answered(async () => good)).toBe(good);
  expect(logged).toEqual([]);
  const broken = new Error("broken");
  const fail = () => {
    throw broken;
  };
  for (const failing of [fail, async () => fail()]) {
    const answer = await answered(failing);
    expect(answer.status).toBe(503);
    const correlationId = answer.headers.get("X-Correlation-Id");
    expect(logged.pop()).toEqual(["error", "redirect", { correlationId, status: 503, cause: broken }]);
  }
});

test("a page has its title twice, its style, and its content", () => {
  const html = page("Soups", "<meta>", "<p>Hot</p>");
  expect(html).toContain("<title>Soups</title>");
  expect(html).toContain(`<meta><style>${STYLE}</style></head>`);
  expect(html).toContain("<main><h1>Soups</h1><p>Hot</p></main>");
});

test("a link redirects from its first time on, and no longer at its last time", () => {
  const both = { from: 10, until: 20 };
  expect([9, 10, 19, 20].map((now) => outsideOf(both, now))).toEqual([
    "scheduled",
    undefined,
    undefined,
    "ended",
  ]);
  expect([outsideOf({ from: 10 }, 30), outsideOf({ until: 10 }, 0)]).toEqual([undefined, undefined]);
  expect([{ from: 0 }, { until: 0 }, { from: Number.NaN }].map(isScheduleEntry)).toEqual([true, true, false]);
});

describe("a redirect of a request", () => {
  const settings = {
    origins: () => ({ shortLink: "https://go.example", api: "https://go.example", problem: null }),
    keepsTagOnScans: false,
  };
  const product = "https://www.amazon.com/dp/B000000001";
  const tagged = { destination: `${product}?tag=brand-20` };
  const scan = asked({}, `${URL}?qr=front`);

  test("removes the service's tag for a scan, with one cached response", () => {
    const target = { ...tagged, scans: product };
    const led = targetRedirect(target, scan, settings);
    expect(led.location).toBe(product);
    expect(targetRedirect(target, scan, settings)).toBe(led);
    expect(targetRedirect(target, asked(), settings).location).toBe(tagged.destination);
    expect(targetRedirect({ ...tagged }, scan, settings).location).toBe(tagged.destination);
    const ownPage = targetRedirect({ ...tagged, scans: "/lists/abcd2345" }, scan, settings);
    expect(ownPage.location).toBe("https://go.example/lists/abcd2345");
    const kept = { ...settings, keepsTagOnScans: true };
    expect(targetRedirect({ ...target }, scan, kept).location).toBe(tagged.destination);
    const untagged = { destination: product };
    expect(targetRedirect(untagged, scan, settings).location).toBe(product);
    expect(targetRedirect({ destination: "https://a.example/?tag=a" }, scan, settings).location).toBe(
      "https://a.example/?tag=a",
    );
    expect([scan, asked(), asked({}, `${URL}?a=1&qr=`)].map(isScan)).toEqual([true, false, true]);
    for (const query of ["?QR=DEFAULT", "?a=1&amp;qr=default", "%3Fqr=default", "&qr=default"])
      expect(isScan(asked({}, URL + query))).toBe(true);
  });

  test("goes to the shop of the shopper's postal code, or a page of our own host", () => {
    const stores = { url: "https://shop.example/p", stores: [{ slug: "b", postalCodes: ["60614"] }] };
    const target = { destination: "https://shop.example/p?retailerSlug=a", stores };
    const near = from({ country: "US", postalCode: "60614" });
    expect(targetRedirect(target, near, settings).location).toBe("https://shop.example/p?retailerSlug=b");
    const led = targetRedirect(target, asked(), settings);
    expect(led.location).toBe(target.destination);
    expect(targetRedirect(target, asked(), settings)).toBe(led);
    expect(targetRedirect({ destination: "/lists/abcd2345" }, asked(), settings).location).toBe(
      "https://go.example/lists/abcd2345",
    );
  });
});

test("a preview shows the name, the URL and the destination as text", async () => {
  const answer = previewResponse(
    { title: `<A & "B" 'C'>`, url: "https://go.example/?a&b", destination: 'https://a.example/"' },
    "req-1",
  );
  expect([answer.headers.get("X-Correlation-Id"), answer.headers.get("X-Robots-Tag")]).toEqual([
    "req-1",
    "noindex",
  ]);
  const text = await answer.text();
  expect(text).toContain('<meta property="og:title" content="&lt;A &amp; &quot;B&quot; &#39;C&#39;&gt;">');
  expect(text).toContain('<meta property="og:url" content="https://go.example/?a&amp;b">');
  expect(text).toContain('<a href="https://a.example/&quot;">Continue</a>');
});
