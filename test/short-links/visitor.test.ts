import { describe, expect, test } from "vitest";
import { isBrowser, PROBLEMS, problemResponse, wantsJson } from "../../src/features/short-links/problems.ts";
import { orUnavailable } from "../../src/features/short-links/redirect.ts";
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
});

test("an error in a redirect gives a page, and is logged with its id", async () => {
  const logged: unknown[] = [];
  const answered = (redirect: () => Response | Promise<Response>) =>
    orUnavailable(
      asked(),
      { log: (...line) => void logged.push(line), otherVisits, waitUntil: () => {} },
      redirect,
    );
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
