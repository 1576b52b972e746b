import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { experimental_readRawConfig } from "wrangler";
import { clientCall } from "../../src/surfaces/api/docs/client-samples.ts";
import { RATE_LIMITS } from "../../src/surfaces/api/docs/guide-parts.ts";
import { DETAILED_TITLES } from "../../src/surfaces/api/docs/guides.ts";
import { API_ERROR_CODES } from "../../src/surfaces/api/error-messages.ts";
import { OPERATIONS } from "../../src/surfaces/api/operations.ts";
import { expectError } from "../expectations.ts";
import { get, type Json, send } from "../requests.ts";
import { ROOT } from "../service.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const page = await get(service, "/docs", { headers: { Accept: "text/html" } });
const document: Json = (await get(service, "/openapi.json")).json;

const idsIn = (html: string): string[] =>
  Array.from(html.matchAll(/<article id="([^"]+)"/g), ([, id = ""]) => id);

describe("/docs", () => {
  test("is a page without inline styles and scripts that loads only from its own host", () => {
    expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = page.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(page.text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="module" src="\/docs\/)/);
    const loaded = Array.from(
      page.text.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g),
      ([, url]) => url,
    );
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((url) => !/^(\/docs|\/assets\/|data:,$)/.test(url ?? ""))).toEqual([]);
  });

  test("is in the face of the dashboard, from its own host", async () => {
    const [, face = ""] = /<link rel="preload" as="font"[^>]* href="([^"]+)"/.exec(page.text) ?? [];
    const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? [];
    expect((await get(service, style)).text).toContain(`src:url("${face}")`);
    expect(page.headers.get("Content-Security-Policy")).toContain("font-src 'self'");
    expect((await get(service, face)).headers.get("Content-Type")).toBe("font/woff2");
  });

  test("its style sheet and script can be cached forever", async () => {
    const paths = Array.from(
      page.text.matchAll(/(?:src|href)="(\/docs\/\w+\.(?:css|js))"/g),
      ([, path = ""]) => path,
    );
    expect(paths.length).toBe(2);
    for (const path of paths) {
      const { status, headers } = await get(service, path);
      expect([status, headers.get("Cache-Control")]).toEqual([200, "public, max-age=31536000, immutable"]);
      expect(headers.get("Content-Type")).toMatch(path.endsWith(".css") ? /^text\/css/ : /^text\/javascript/);
    }
  });

  test("is light, and links to types on a page of their own", async () => {
    expect(gzipSync(page.text).length).toBeLessThan(60_000);
    const types = await get(service, "/docs/types", { headers: { Accept: "text/html" } });
    const ids = idsIn(types.text);
    expect([types.status, ids.includes("LinkPreview")]).toEqual([200, true]);
    const linked = Array.from(page.text.matchAll(/href="\/docs\/types#([^"]+)"/g), ([, id = ""]) => id);
    expect(linked.length).toBeGreaterThan(100);
    expect(linked.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("links between its pages work, in both directions", async () => {
    const pages: Record<string, string> = { "/docs": page.text };
    for (const path of ["/docs/types", "/docs/guides"])
      pages[path] = (await get(service, path, { headers: { Accept: "text/html" } })).text;
    const broken = Object.entries(pages).flatMap(([own, text]) =>
      Array.from(text.matchAll(/href="([^"#:]*)#([^"]+)"/g), ([, way = "", id = ""]) => [
        way || own,
        id,
      ]).filter(([way = "", id = ""]) => id !== "content" && !idsIn(pages[way] ?? "").includes(id)),
    );
    expect(broken).toEqual([]);
  });

  test("guides in detail are on a page of their own, with the titles of the contents", async () => {
    const { status, text } = await get(service, "/docs/guides", { headers: { Accept: "text/html" } });
    expect([status, idsIn(text)]).toEqual([200, Object.keys(DETAILED_TITLES)]);
    for (const [id, title] of Object.entries(DETAILED_TITLES)) {
      const [article = ""] = text.split(`<article id="${id}"`)[1]?.split("</article>") ?? [];
      expect(article).toContain(title);
      expect(article.length).toBeGreaterThan(1_000);
      expect(page.text).toContain(`href="/docs/guides#${id}"`);
    }
  });

  test.each([
    ["addresses", ["claims it in the dashboard", "TXT record", "`addresses.keep`", "percent-encoding"]],
    ["rules", ["`page.pick`", "`languages`", "`weight`"]],
    ["sources", ["?via=newsletter", "`forwardQuery`"]],
    ["gtins", ["/01/{gtin}", "`gtinLots", "linkset"]],
    ["availability", ["`backupProductIds`", "| `grocer_a` | Kroger |"]],
    ["testing", ["project for trials", "Its visits count"]],
    ["webhooks", ["https://www.cloudflare.com/ips/", "`x-correlation-id`"]],
    [
      "variants",
      ["| `bigbox_w` | Walmart |", "| `delivery_app` | Instacart |", "| `marketplace` | Amazon |"],
    ],
  ])("a reader of a deployed service finds in %s what integrators need", async (id, texts) => {
    const { text } = await get(service, `/docs/${id}.md`);
    for (const each of texts) expect(text).toContain(each);
    expect((await get(service, "/llms-full.txt")).text).toContain(texts[0]);
  });

  test("names the operator's contact, and has the changelog", { tags: "all" }, async () => {
    const own = await useService({ vars: { SUPPORT_CONTACT: "help@brand.example" } });
    expect((await get(own, "/docs/policies.md")).text).toContain("help@brand.example");
    const { text, headers } = await get(service, "/docs/changelog.md");
    expect([headers.get("Content-Type"), text.split("\n")[0]]).toEqual([
      "text/markdown; charset=utf-8",
      "# Changelog",
    ]);
  });

  test("keeps an item of a list whole", async () => {
    const items = (await get(service, "/docs.md")).text.match(/^- .*/gm) ?? [];
    expect(items.length).toBeGreaterThan(20);
    expect(items.filter((item) => !/^- [`*["A-Z0-9]/.test(item))).toEqual([]);
  });

  test("can be cached and revalidated with its ETag", async () => {
    const etag = page.headers.get("ETag") ?? "";
    expect(page.headers.get("Cache-Control")).toBe("public, max-age=300");
    const again = await get(service, "/docs", { headers: { Accept: "text/html", "If-None-Match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test("documents every operation with its scopes, errors and fields, without broken links", () => {
    const ids = idsIn(page.text);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, errors } of OPERATIONS) {
      expect(ids).toContain(id);
      const [, article = ""] = page.text.split(`<article id="${id}"`);
      for (const code of errors)
        expect([id, article.split("</article>")[0]?.includes(code)]).toEqual([id, true]);
    }
    const stated = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item));
    const operationIds = stated.map(({ operationId }) => operationId).filter(Boolean);
    const drawn = operationIds.filter((id) => !/^getQrCodeAs/.test(id));
    expect(drawn.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids).toContain("qrImages");
    for (const guide of [
      ...["first-link", "client", "variants", "include", "printing", "visits", "retries", "paging"],
      ...["changes", "errors", "limits", "security"],
    ])
      expect(ids).toContain(guide);
  });

  test("has a row for each code of an error, to which responses link", async () => {
    const { headers } = await get(service, "/v1/links/no");
    const [, link] = /^<(.*)>; rel="help"$/.exec(headers.get("Link") ?? "") ?? [];
    expect(link).toMatch(/^https?:\/\/.*\/docs#unauthorized$/);
    for (const code of API_ERROR_CODES) expect(page.text).toContain(`<tr id="${code}">`);
  });

  test("shows the client's method for each operation that has one", () => {
    const lacking = OPERATIONS.filter(({ id, examples: [example] }) => clientCall(id, example) === null);
    expect(
      lacking.map(({ id }) => id),
      "name the client's method in src/surfaces/api/docs/client-samples.ts",
    ).toEqual([]);
  });

  test("finds sections by words without JavaScript", async () => {
    const found = await get(service, "/docs?q=merge+patch", { headers: { Accept: "text/html" } });
    const [, results = ""] = found.text.split('class="results"');
    expect(results.split("</section>")[0]).toContain('href="#changeLink"');
    for (const [words, id] of [
      ["rate limit", "limits"],
      ["Rate-Limits", "limits"],
      ["quota", "limits"],
      ["webhook", "webhooks"],
      ["npm install", "client"],
      ["include", "include"],
      ["newsletter via", "sources"],
      ["backups sold out", "availability"],
      ["GET /v1/key", "getKey"],
    ] as const) {
      const { text } = await get(service, `/docs?q=${encodeURIComponent(words)}`, {
        headers: { Accept: "text/html" },
      });
      const [, ofWords = ""] = text.split('class="results"');
      expect([words, ofWords.split("</section>")[0]?.includes(`#${id}"`)]).toEqual([words, true]);
    }
    const none = await get(service, "/docs?q=%3Cscript%3Exyzzy", { headers: { Accept: "text/html" } });
    expect(none.text).toContain("No results for");
    expect(none.text).not.toContain("<script>xyzzy");
  });

  test("lists the limits of the deployed Worker", () => {
    const { rawConfig } = experimental_readRawConfig({ config: `${ROOT}wrangler.toml` });
    const deployed = (rawConfig.ratelimits ?? []).map(({ name, simple }: Json) => [name, simple]);
    expect(Object.entries(RATE_LIMITS).map(([name, { limit, period }]) => [name, { limit, period }])).toEqual(
      deployed,
    );
    for (const figures of ["1,000 per 10 seconds", "2,000,000,000", "50,000", "4 MiB", "16 KiB", "1,600,000"])
      expect(page.text).toContain(figures);
  });

  test("shows the scopes that a key lacks", async () => {
    const { text } = await get(service, "/docs?scopes=links:read", { headers: { Accept: "text/html" } });
    const article = (id: string) => text.split(`<article id="${id}"`)[1]?.split("</article>")[0] ?? "";
    expect(article("createLink")).toContain("Your key lacks");
    expect(article("getLink")).not.toContain("Your key lacks");
    expect(page.text).not.toContain("Your key lacks");
  });

  test("supports no other method and no other paths", async () => {
    const refused = await send(service, "POST", "/docs", {});
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    expectError(await get(service, "/docs/nothing.md"), 404, "not_found");
    expectError(await get(service, "/docs/nothing"), 404, "not_found");
  });
});

describe("the documentation as text", () => {
  test.each([
    ["/docs.md", "text/markdown"],
    ["/llms-full.txt", "text/plain"],
    ["/llms.txt", "text/plain"],
  ])("%s is %s and can be cached", async (path, type) => {
    const { status, headers, text } = await get(service, path);
    expect([status, headers.get("Content-Type")]).toEqual([200, `${type}; charset=utf-8`]);
    expect(headers.get("ETag")).toMatch(/^"/);
    expect(text).toMatch(/^# shoppable-links/);
    expect(text).not.toContain("undefined");
  });

  test("llms.txt follows its convention, and every URL in it returns Markdown", async () => {
    const { text } = await get(service, "/llms.txt");
    expect(text).toMatch(/^# .+\n\n> .+\n\n[^#]+\n\n## /);
    const addresses = Array.from(
      text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): ./gm),
      ([, address = ""]) => address,
    );
    expect(addresses.length).toBeGreaterThan(25);
    for (const address of addresses) {
      expect(address.startsWith(`${service.url.origin}/docs/`)).toBe(true);
      const section = await get(service, address.slice(service.url.origin.length));
      expect([address, section.status, section.headers.get("Content-Type")]).toEqual([
        address,
        200,
        "text/markdown; charset=utf-8",
      ]);
      expect(section.text).toMatch(/^# /);
      expect(section.text).not.toMatch(/\]\(#/);
    }
  });

  test.each([
    ["text/markdown", "text/markdown"],
    ["text/markdown, text/html;q=0.5", "text/markdown"],
    ["text/html, text/markdown;q=0.5", "text/html"],
    ["*/*", "text/html"],
  ])("/docs for Accept: %s is %s", async (accept, type) => {
    const { headers } = await get(service, "/docs", { headers: { Accept: accept } });
    expect(headers.get("Content-Type")).toBe(`${type}; charset=utf-8`);
    expect(headers.get("Vary")).toBe("Accept");
  });
});
