import { describe, expect, test } from "vitest";
import { errorBody } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { setStatus } from "../dependencies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { type Answer, get, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const DESTINATION = "https://example.com/welcome";
const CHROME =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const service = await useService();
const { key } = await service.issueKey();
const create = async () =>
  expectLink(
    await post(service, "/v1/links", linkBody("custom custom_url", { publicName: `Tom & "Co" <b>` }), {
      key,
    }),
  );
const link = await create();
const inactive = await create();
await setStatus(service.env, inactive.id, "inactive");

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(service, method, path, undefined, { headers: { "User-Agent": CHROME, ...headers } });

/** Headers of every response of a short link with content. */
function expectCommonHeaders({ headers }: Answer): void {
  expect(headers.get("X-Correlation-ID")).toMatch(/^.{8,128}$/);
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
}

/** Headers of redirects. */
function expectRedirectHeaders({ headers }: Answer): void {
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("X-Robots-Tag")).toBe("noindex");
}

function expectRedirect(answer: Answer, destination = DESTINATION): void {
  expect([answer.status, answer.headers.get("Location"), answer.text]).toEqual([302, destination, ""]);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  for (const name of ["X-Content-Type-Options", "X-Correlation-ID"])
    expect(answer.headers.get(name)).toBeNull();
  expectRedirectHeaders(answer);
}

async function expectPage(answer: Answer, status: number): Promise<void> {
  expect(answer.status).toBe(status);
  expectCommonHeaders(answer);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(answer.text).toMatch(/^<!doctype html>\s*<html lang="en">.*<title>[^<]+<\/title>.*<main><h1>/s);
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(answer.text) ?? [];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  expect(answer.headers.get("Content-Security-Policy")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
}

function expectJson(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expectCommonHeaders(answer);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  const { error } = errorBody.parse(answer.json);
  expect(error).toMatchObject({ code, correlationId: answer.headers.get("X-Correlation-ID") });
}

describe("design: a short link is a 302 that is never cached", () => {
  test("GET and HEAD redirect", async () => {
    expectRedirect(await ask(`/${link.shortId}`));
    expectRedirect(await ask(`/${link.shortId}`, {}, "HEAD"));
  });

  test("case, a trailing slash and the query don't matter", async () => {
    const { shortId } = link;
    for (const path of [
      shortId.toUpperCase(),
      `${shortId}/`,
      `${shortId}?utm_source=x&a[]=%00`,
      `${shortId}?`,
    ]) {
      expectRedirect(await ask(`/${path}`));
    }
    for (const qr of ["default", "x", "a_b", "%20", "a".repeat(300), ""])
      expectRedirect(await ask(`/${shortId}?qr=${qr}`));
  });

  test("look-alike characters are read as in Crockford's base 32", async () => {
    await service.env.DB.prepare("UPDATE links SET short_id = '1a0b1c0d' WHERE id = ?1").bind(link.id).run();
    try {
      for (const typed of ["1a0b1c0d", "IAOBLCOD", "laobicod"]) expectRedirect(await ask(`/${typed}`));
    } finally {
      await service.env.DB.prepare("UPDATE links SET short_id = ?2 WHERE id = ?1")
        .bind(link.id, link.shortId)
        .run();
    }
  });

  test("an isolate serves any number of concurrent and consecutive visits", async () => {
    const visit = async (number: number) => {
      const method = number % 3 === 0 ? "HEAD" : "GET";
      if (number % 4 > 0) return expectRedirect(await ask(`/${link.shortId}`, {}, method));
      const id = `visit-${String(number).padStart(3, "0")}`;
      const answer = await ask(`/${link.shortId}`, { "X-Correlation-ID": id }, method);
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, DESTINATION]);
      expect(answer.headers.get("X-Correlation-ID")).toBe(id);
    };
    for (let turn = 0; turn < 3; turn++) {
      await Promise.all(Array.from({ length: 40 }, (_, number) => visit(number)));
    }
  });

  test("a valid correlation id is returned to its caller only", async () => {
    const of = async (id: string) =>
      (await ask(`/${link.shortId}`, { "X-Correlation-ID": id })).headers.get("X-Correlation-ID");
    expect(await of("poster 12/b")).toBe("poster 12/b");
    expect(await of("poster 13/c")).toBe("poster 13/c");
    expect(await of("short")).toBeNull();
    expect(await of("x".repeat(129))).toBeNull();
    expectRedirect(await ask(`/${link.shortId}`));
  });

  test("a path on our host becomes absolute with the origin of the request", async () => {
    const list = expectLink(
      await post(service, "/v1/links", linkBody("delivery_app shopping_list"), { key }),
    );
    const { origin } = new URL(list.shortLink);
    expectRedirect(await ask(`/${list.shortId}`), `${origin}/lists/${list.shortId}`);
  });
});

describe("design: without a redirect, people get a page and programs an error", () => {
  const cases = [
    ["unknown", () => "/zzzzzzzz", 404, "not_found"],
    ["an invalid short id", () => "/uuuuuuuu", 404, "not_found"],
    ["an offer of an ordinary link", () => `/${link.shortId}/shop`, 404, "not_found"],
    ["switched off", () => `/${inactive.shortId}`, 410, "link_inactive"],
  ] as const;

  test.each(cases)("%s", async (_, path, status, code) => {
    await expectPage(await ask(path(), { Accept: "text/html" }), status);
    await expectPage(await ask(path(), { Accept: "text/html,application/json;q=0.9" }), status);
    for (const Accept of ["*/*", "application/json", "image/png", "text/html;q=0.5,application/json"])
      expectJson(await ask(path(), { Accept }), status, code);
    const head = await ask(path(), {}, "HEAD");
    expect([head.status, head.text]).toEqual([status, ""]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s returns 405", async (method) => {
    for (const path of [`/${link.shortId}`, "/zzzzzzzz"]) {
      const answer = await ask(path, { Accept: "application/json" }, method);
      expectJson(answer, 405, "method_not_allowed");
      expect(answer.headers.get("Allow")).toBe("GET, HEAD");
      await expectPage(await ask(path, { Accept: "text/html" }, method), 405);
    }
  });

  test("paths of other lengths and depths return API errors to programs", async () => {
    for (const path of ["/zzzzzzz", "/zzzzzzzzz", "/zzzz-zzz", "/zzzzzzzz/a/b"]) {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "application/json"]);
    }
  });
});

describe("design: link previews", () => {
  const agents = [
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "WhatsApp/2.23.20.0",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)",
  ];

  test.each(agents)("%s gets a card with the public name", async (agent) => {
    const answer = await ask(`/${link.shortId}`, { "User-Agent": agent });
    await expectPage(answer, 200);
    expectRedirectHeaders(answer);
    expect(answer.text).toContain('<meta property="og:title" content="Tom &amp; &quot;Co&quot; &lt;b&gt;">');
    expect(answer.text).toContain(`<meta property="og:url" content="${link.shortLink}">`);
    expect(answer.text).toContain(`<a href="${DESTINATION}">`);
    expect(answer.text).not.toContain("<b>");
  });

  test("and the link's own card, whatever kind of link it is; a person is redirected", async () => {
    const card = {
      title: "Breakfast for four",
      text: "Ready in ten minutes",
      imageUrl: "https://img.example/a.jpg",
    };
    for (const variant of ["custom custom_url", "bigbox_w add_to_cart", "choice choose_retailer"] as const) {
      const body = linkBody(variant, { card });
      const { shortId } = expectLink(await post(service, "/v1/links", body, { key }));
      const { text } = await ask(`/${shortId}`, { "User-Agent": "WhatsApp/2.23.20.0" });
      expect(text).toContain('<meta property="og:title" content="Breakfast for four">');
      expect(text).toContain('<meta property="og:description" content="Ready in ten minutes">');
      expect(text).toContain('<meta property="og:image" content="https://img.example/a.jpg">');
      expect(text).toContain('content="summary_large_image"');
      expect((await ask(`/${shortId}`)).text).not.toContain("Breakfast for four");
    }
  });

  test("in-app browsers of the same vendors count as people", async () => {
    for (const app of [
      "[FBAN/FBIOS;FBAV/450.0]",
      "[LinkedInApp]/9.29",
      "Instagram 300.0",
      "[Pinterest/iOS]",
      "WhatsApp",
    ]) {
      expectRedirect(
        await ask(`/${link.shortId}`, { "User-Agent": `Mozilla/5.0 (iPhone) Mobile/15E148 ${app}` }),
      );
    }
  });

  test("without a public name, for prefetches and for other robots, the link redirects", async () => {
    const plain = expectLink(await post(service, "/v1/links", linkBody(), { key }));
    expectRedirect(await ask(`/${plain.shortId}`, { "User-Agent": "Twitterbot/1.0" }));
    expectRedirect(await ask(`/${link.shortId}`, { "Sec-Purpose": "prefetch;prerender" }));
    expectRedirect(await ask(`/${link.shortId}`, { Purpose: "prefetch" }));
    expectRedirect(
      await ask(`/${link.shortId}`, { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }),
    );
  });

  test("an inactive link has no card", async () => {
    await expectPage(
      await ask(`/${inactive.shortId}`, { "User-Agent": "Twitterbot/1.0", Accept: "text/html" }),
      410,
    );
  });
});

test("none of our routes looks like a short link of eight characters", async () => {
  for (const path of ["/health", "/ready", "/openapi.json"])
    expect((await get(service, path)).status).toBe(200);
});

test.each(["/abcdefg", "/abcdefghi", "/lists"])(
  "a browser at the unknown path %s gets a page",
  async (path) => {
    const page = await get(service, path, { headers: { Accept: "text/html,*/*;q=0.8" } });
    expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.text).toContain("Check that it is complete");
    expect(page.headers.get("X-Correlation-ID")).not.toBeNull();
    expectError(await get(service, path), 404, "not_found");
    const api = await get(service, `/v1${path}`, { headers: { Accept: "text/html" } });
    expectError(api, 404, "not_found");
  },
);
