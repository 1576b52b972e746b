import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { jobActor } from "../../src/features/access/actor.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { domainStore } from "../../src/features/addresses/domain-store.ts";
import { addDomain, changeDomain, removeDomain } from "../../src/features/addresses/manage-domains.ts";
import { readableAccent } from "../../src/surfaces/pages/choice/accent.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectExtendedLink, expectLink } from "../expectations.ts";
import { get, post, type RequestOptions, send } from "../requests.ts";
import { ROOT, startService } from "../service.ts";

// A separate service, because an isolate caches the domains for ten seconds.
const service = await startService();
afterAll(() => service.close());
const ORGANIZATION = "acme";
const { key } = await service.issueKey({ createProjects: ["main", "brand"] });
const other = await service.issueKey({ organization: "domain-globex", createProjects: ["main"] });
const { DB } = service.env;
const dependencies = {
  db: DB,
  domains: domainStore(DB),
  projects: projectStore(DB),
  ownHosts: ownHosts([]),
  now: () => new Date(),
};
const operator = jobActor("test");
const PORT = service.url.port && `:${service.url.port}`;
// Names of this machine need no DNS; to the Worker they look like any other host.
const BRAND = "brand.localhost";
const RIVAL = "rival.localhost";
await addDomain(
  operator,
  {
    host: "BRAND.localhost",
    organizationId: ORGANIZATION,
    projectId: "brand",
    rootUrl: "https://brand.example/",
    notFoundUrl: "https://brand.example/missing",
  },
  dependencies,
);
await addDomain(operator, { host: RIVAL, organizationId: "domain-globex" }, dependencies);

let made = 0;
async function create(changes: object, by = key) {
  made++;
  const customUrl = `https://example.com/domain-${made}`;
  const body = linkBody("custom custom_url", { customUrl, ...changes });
  const answer = await post(service, "/v1/links?include=all", body, { key: by });
  return { link: expectExtendedLink(answer), customUrl };
}
/** Requests a path from a host. */
const ask = (host: string, path: string, options: RequestOptions = {}, method = "GET") =>
  send(service, method, `http://${host}${PORT}${path}`, undefined, options);
const leads = async (host: string, path: string) => {
  const { status, headers } = await ask(host, path);
  return headers.get("Location") ?? status;
};

describe("design: a project has a domain for new links; existing links keep theirs", () => {
  test("the short link, the code and all URLs of a new link use the domain", async () => {
    const { link, customUrl } = await create({ projectId: "brand", slug: "hello-brand" });
    const origin = `http://${BRAND}${PORT}`;
    expect(link).toMatchObject({
      shortLink: `${origin}/hello-brand`,
      domain: `${BRAND}${PORT}`,
      qrCode: { encodedUrl: `${origin}/hello-brand?qr=default` },
    });
    expect(link.addresses?.map(({ url }) => url)).toEqual([
      `${origin}/hello-brand`,
      `${origin}/${link.shortId}`,
    ]);
    for (const path of ["/hello-brand", "/HELLO-BRAND/", `/${link.shortId}`, "/hello-brand?qr=default"])
      expect(await leads(BRAND, path), path).toBe(customUrl);
    // The short id redirects on the default host too; the slug belongs to another link there.
    expect(await leads("localhost", `/${link.shortId}`)).toBe(customUrl);
    expect(await leads("localhost", "/hello-brand")).toBe(404);
  });

  test("the same slug on several hosts redirects to different links", async () => {
    const brand = await create({ projectId: "brand", slug: "two-hosts" });
    const plain = await create({ slug: "two-hosts" });
    expect(await leads(BRAND, "/two-hosts")).toBe(brand.customUrl);
    expect(await leads("localhost", "/two-hosts")).toBe(plain.customUrl);
  });

  test("a changed link keeps its domain when the project gets another one", async () => {
    const before = await create({ projectId: "brand", slug: "stays-here" });
    const next = { host: "next.localhost", organizationId: ORGANIZATION, projectId: "brand" };
    await addDomain(operator, next, dependencies);
    const projectOf = async (host: string) => (await dependencies.domains.claimsOf(host))[0]?.projectId;
    expect(await projectOf(BRAND)).toBeNull();
    const changed = await send(service, "PATCH", `/v1/links/${before.link.id}`, { name: "New" }, { key });
    expect(expectLink(changed, 200).shortLink).toBe(before.link.shortLink);
    await changeDomain(operator, { host: BRAND, projectId: "brand" }, dependencies);
    expect(await projectOf(next.host)).toBeNull();
    expect(await leads(BRAND, "/stays-here")).toBe(before.customUrl);
    await removeDomain(operator, { host: next.host }, dependencies);
  });
});

test.each([
  ["en", "This offer has ended", "Go to <bdi>Sol &amp; Maíz</bdi>"],
  ["de", "Dieses Angebot ist beendet", "Weiter zu <bdi>Sol &amp; Maíz</bdi>"],
  ["ja", "このオファーは終了しました", "<bdi>Sol &amp; Maíz</bdi>へ進む"],
])(
  "design: in %s, a link that is over leads on to the site of its brand, by a button in the brand's color",
  async (language, title, label) => {
    const brand = { name: "Sol & Maíz", accent: "#ffd400" };
    expect((await send(service, "PATCH", "/v1/projects/brand", { brand }, { key })).status).toBe(200);
    const schedule = { activeUntil: "2026-01-01T00:00:00Z" };
    const { link } = await create({ projectId: "brand", schedule });
    const options = { headers: { Accept: "text/html", "Accept-Language": language } };
    const { status, text } = await ask(BRAND, `/${link.shortId}`, options);
    expect(status).toBe(410);
    expect(text).toContain(`<p class="brand" dir="auto">Sol &amp; Maíz</p><h1>${title}</h1>`);
    expect(text).toContain(`<a class="go" href="https://brand.example/">${label}</a>`);
    // As dark as text needs it, on both grounds.
    const accents = [...text.matchAll(/--accent:(#\w+);--on-accent:(#\w+);--tint:color-mix/g)];
    expect(accents.map(([, accent, on]) => [accent, on])).toEqual([
      [readableAccent("#ffd400").light.accent, "#ffffff"],
      ["#ffd400", "#000000"],
    ]);
    expect(text).not.toContain("<script");
  },
);

describe("design: a host of an organization serves only its links", () => {
  test("other links and unknown paths redirect to its root page or return 404", async () => {
    const { link: theirs } = await create({}, other.key);
    const { link: ours, customUrl } = await create({});
    expect(await leads(BRAND, `/${ours.shortId}`)).toBe(customUrl);
    const missing = "https://brand.example/missing";
    for (const path of [
      `/${theirs.shortId}`,
      "/no-such-word",
      "/abcd2345",
      "/-x-",
      "/v1/links",
      "/dashboard",
    ])
      expect(await leads(BRAND, path), path).toBe(missing);
    for (const path of [`/${ours.shortId}`, "/no-such-word", "/", "/docs"])
      expect(await leads(RIVAL, path), path).toBe(404);
    const json = await ask(BRAND, "/no-such-word", { headers: { Accept: "application/json" } });
    expectError(json, 404, "not_found");
  });

  test("the root redirects to the domain's page, without a port and ignoring forwarded headers", async () => {
    expect(await leads(BRAND, "/")).toBe("https://brand.example/");
    const forwarded = await ask("localhost", "/hello-brand", { headers: { "X-Forwarded-Host": BRAND } });
    expect(forwarded.status).toBe(404);
    expect((await ask(BRAND, "/health")).status).toBe(200);
    expect((await ask(BRAND, "/", {}, "POST")).status).toBe(405);
  });

  test("it serves lists, images and logos of its organization, not those of others", async () => {
    const list = linkBody("delivery_app shopping_list");
    const made = async ({ key: by }: { key: string }) => {
      const link = expectLink(await post(service, "/v1/links", list, { key: by }));
      const icon = readFileSync(`${ROOT}/src/surfaces/dashboard/layout/icon-192.png`);
      const logo = await send(service, "PUT", "/v1/projects/main/logo", new Uint8Array(icon), { key: by });
      const { logoUrl } = logo.json.data.brand;
      return [
        `/lists/${link.shortId}`,
        `/lists/${link.shortId.toUpperCase()}?x`,
        new URL(link.qrCode?.imageUrl ?? "").pathname,
        `${new URL(link.qrCode?.imageUrl ?? "").pathname.replace("svg", "png")}?size=200`,
        new URL(logoUrl).pathname,
      ];
    };
    const [ours, theirs] = [await made({ key }), await made(other)];
    for (const path of ours) expect((await ask(BRAND, path)).status, path).toBe(200);
    for (const path of theirs) {
      expect((await ask("localhost", path)).status, path).toBe(200);
      expect(await leads(BRAND, path), path).toBe("https://brand.example/missing");
      expect((await ask(RIVAL, path)).status, path).toBe(200);
    }
    for (const path of [
      ...ours,
      "/lists/abcd2345",
      "/qr/qr_x.svg",
      "/brands/x.png",
      "/lists/",
      "/%6cists/x",
    ]) {
      expect((await ask(RIVAL, path)).status, path).toBe(404);
      const json = await ask(RIVAL, path, { headers: { Accept: "application/json" } });
      expectError(json, 404, "not_found");
    }
  });

  test("an unknown host behaves like the default host", async () => {
    const { customUrl } = await create({ slug: "any-host" });
    expect(await leads("unknown.localhost", "/any-host")).toBe(customUrl);
    expect((await ask("unknown.localhost", "/docs")).status).toBe(200);
  });
});

describe("design: custom domains", () => {
  test("a destination on any domain is a loop", async () => {
    for (const customUrl of [`https://${RIVAL}/x`, `https://${BRAND}./x`, `http://${BRAND}:8080/`]) {
      const body = linkBody("custom custom_url", { customUrl });
      expectError(await post(service, "/v1/links", body, { key }), 422, "url_not_allowed");
      expectError(await post(service, "/v1/links/preview", body, { key }), 422, "url_not_allowed");
    }
  });

  test("a domain with links can't be removed, and a host is never assigned twice", async () => {
    await create({ projectId: "brand" });
    await expect(removeDomain(operator, { host: BRAND }, dependencies)).rejects.toMatchObject({
      code: "domain_in_use",
    });
    const twice = { host: BRAND, organizationId: "domain-globex" };
    await expect(addDomain(operator, twice, dependencies)).rejects.toMatchObject({
      code: "duplicate_identifier",
    });
    for (const host of ["localhost", "127.0.0.1", "x.workers.dev", "no dots", "-a.example", "a.example:80"])
      await expect(addDomain(operator, { ...twice, host }, dependencies), host).rejects.toMatchObject({
        code: "validation_failed",
      });
    const loop = { host: "loop.example", organizationId: "domain-globex", rootUrl: "https://loop.example/" };
    await expect(addDomain(operator, loop, dependencies)).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  test("lists and choice pages use the URLs of their domain", async () => {
    const offers = [
      { key: "a", retailer: "custom", intent: "custom_url", customUrl: "https://a.example/" },
      { key: "b", retailer: "custom", intent: "custom_url", customUrl: "https://b.example/" },
    ];
    const choice = { projectId: "brand", name: "C", retailer: "choice", intent: "choose_retailer", offers };
    const link = expectLink(await post(service, "/v1/links", { ...choice, slug: "pick-here" }, { key }));
    const page = await get(service, link.shortLink);
    expect(page.text).toContain(`href="${link.shortLink}/a"`);
    expect(await leads(BRAND, "/pick-here/b")).toBe("https://b.example/");
    expect(await leads(BRAND, `/${link.shortId}/a`)).toBe("https://a.example/");
  });
});
