import { describe, expect, onTestFinished, test, vi } from "vitest";
import { PLAIN_PAGE } from "../../src/features/short-links/choice.ts";
import { queryDomain, recallDomain } from "../../src/features/short-links/hosts.ts";
import { NearestInstance } from "../../src/features/short-links/nearest-instance.ts";
import { respondOnDomain } from "../../src/features/short-links/redirect.ts";
import { parseShortLink } from "../../src/features/short-links/short-link-url.ts";
import { newShortId } from "../../src/ground/core/ids.ts";
import { useService } from "../use-service.ts";
import { HOST, redirects } from "./redirects.ts";

const service = await useService();
await service.issueKey({ organization: "acme" });
await service.issueKey({ organization: "globex" });
const { counted, logged, dependenciesWith, down, published, visit } = redirects(service.env);

/** A host that was never requested. */
const newHost = () => `links-${newShortId()}.brand.example`;

describe("the domain of an organization", () => {
  /** A new domain of `acme`. */
  async function domain({
    root = null,
    notFound = null,
  }: {
    root?: string | null;
    notFound?: string | null;
  } = {}) {
    const name = newHost();
    await service.env.DB.prepare(
      `INSERT INTO domains (host, organization_id, root_url, not_found_url, token, created_at, confirmed_at)
       VALUES (?1, 'acme', ?2, ?3, hex(randomblob(16)), '2026-11-23T00:00:00.000Z', '2026-11-23T00:00:00.000Z')`,
    )
      .bind(name, root, notFound)
      .run();
    return name;
  }
  const of = (organizationId: string) => ({ project: { organizationId, projectId: "main" } });

  test("redirects only links of that organization, even if memory has others", async () => {
    // On a busy machine, no deadline passes and memory stays fresh.
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const name = await domain();
    const own = await published(of("acme"));
    const other = await published(of("globex"));
    const statuses = async () => [
      (await visit(`https://${name}/${own}`)).status,
      (await visit(`https://${name}/${other}`)).status,
    ];
    expect(await statuses()).toEqual([302, 404]);
    expect(await statuses()).toEqual([302, 404]);
    expect((await visit(other)).status).toBe(302);
    await service.env.LINKS.delete(`link:${own}`);
    expect((await visit(`https://${name}/${own}`)).status).toBe(302);
  });

  test("redirects unknown URLs to its own page, except for programs", async () => {
    const name = await domain({ notFound: "https://brand.example/404" });
    const before = counted.length;
    const nowhere = `https://${name}/${newShortId()}`;
    const other = `https://${name}/${await published(of("globex"))}`;
    for (const url of [nowhere, nowhere, other, `https://${name}/abcdefgu`])
      expect((await visit(url)).location).toBe("https://brand.example/404");
    expect((await visit(nowhere, { headers: { Accept: "application/json" } })).status).toBe(404);
    expect(counted).toHaveLength(before);
  });

  test("has its own slugs", async () => {
    const [name, second] = [await domain(), await domain()];
    await published(of("acme"), `${name}/soups`);
    expect((await visit(`https://${name}/soups`)).status).toBe(302);
    expect((await visit(`https://${name}./soups`)).status).toBe(302);
    expect((await visit(`https://${second}/soups`)).status).toBe(404);
    expect((await visit("soups")).status).toBe(404);
  });

  test("redirects from KV while D1 is down, for a copy of a link on that domain", async () => {
    const name = await domain();
    const link = await published(of("acme"), `${name}/noodles`);
    expect(link).toBe(`${name}/noodles`);
    expect((await visit(`https://${name}/noodles`, { db: down.db })).status).toBe(302);
  });

  test("is cached by a visit that only needed KV", async () => {
    const name = await domain();
    await published(of("acme"), `${name}/ramen`);
    const work: Promise<unknown>[] = [];
    expect((await visit(`https://${name}/ramen`, { waitUntil: (each) => work.push(each) })).status).toBe(302);
    expect(await Promise.all(work)).toEqual([{ organizationId: "acme", rootUrl: null, notFoundUrl: null }]);
    expect(recallDomain(name, Date.now())).toMatchObject({ organizationId: "acme" });
  });

  test("has kept addresses, exactly as they are, where nothing else is", async () => {
    const name = await domain();
    await published(of("acme"), `${name}/summer`);
    for (const path of [
      "/Spring_Sale",
      "/2024",
      "/go",
      "/AbCdEfGu",
      "/a/b",
      "/a.b",
      "/Caf%C3%A9",
      "/summer/2024",
    ])
      await published({ ...of("acme"), destination: `https://brand.example${path}` }, `${name}/${path}`);
    const found = async (path: string, changes = {}) => {
      const request = new Request(`https://${name}${path}`);
      const response = parseShortLink(request.url)
        ? (await visit(request.url, changes)).response
        : await respondOnDomain(request, dependenciesWith(changes));
      return response?.headers.get("Location")?.slice("https://brand.example".length) ?? response?.status;
    };
    for (const path of [
      "/Spring_Sale",
      "/2024",
      "/go",
      "/AbCdEfGu",
      "/a/b",
      "/a.b",
      "/Caf%C3%A9",
      "/summer/2024",
    ]) {
      expect(await found(path)).toBe(path);
      expect(await found(`${path}/?qr=default`)).toBe(path);
      for (const text of [".", "!", ")", "…", "&utm_source=x", "%3Fqr=default"])
        expect(await found(path + text), path + text).toBe(path);
      expect(await found(path, { db: down.db })).toBe(path);
    }
    expect(await found("/Café")).toBe("/Caf%C3%A9");
    expect(counted.slice(-1)).toMatchObject([{ link: { linkId: "lnk_1" }, qr: "" }]);
    await found("/2024%3Fqr=default");
    expect(counted.slice(-1)).toMatchObject([{ link: { linkId: "lnk_1" }, qr: "default" }]);
    for (const path of ["/spring_sale", "/GO", "/a/c", "/abcdefgu", "/a", "/"])
      expect(await found(path), path).toBe(404);
    expect((await visit(`https://${name}/summer/2025`)).status).toBe(404);
    const other = await domain();
    for (const path of ["/2024", "/a/b"])
      expect(
        (await respondOnDomain(new Request(`https://${other}${path}`), dependenciesWith()))?.status,
      ).toBe(404);
    expect((await visit("AbCdEfGu")).status).toBe(404);
    expect((await visit(`https://${name}/abcdefgU`, down)).status).toBe(503);
  });

  test("leads from an offer that was removed to its link, whatever path another link has kept", async () => {
    const name = await domain();
    const offers = [{ key: "own", destination: "https://own.example/", label: "Own", retailer: "custom" }];
    const choice = { offers, page: PLAIN_PAGE, removed: ["gone"] };
    await published({ ...of("acme"), removed: ["gone"] }, `${name}/summer`);
    await published({ ...of("acme"), choice }, `${name}/winter`);
    for (const path of ["/summer/gone", "/winter/gone", "/summer/never", "/winter/never"])
      await published({ ...of("acme"), destination: `https://brand.example${path}` }, `${name}/${path}`);
    for (const link of ["summer", "winter"]) {
      expect((await visit(`https://${name}/${link}/gone`)).location).toBe(`https://${name}/${link}`);
      expect((await visit(`https://${name}/${link}/never`)).location).toBe(
        `https://brand.example/${link}/never`,
      );
    }
  });

  test("counts one attempt of a client for all addresses that a request may be for", async () => {
    const name = await domain();
    await published(of("acme"), `${name}//Go`);
    let attempts = 0;
    const unknownLimiter = { limit: async () => ({ success: ++attempts < 3 }) };
    const kept = async () =>
      (await respondOnDomain(new Request(`https://${name}/Go`), dependenciesWith({ unknownLimiter })))
        ?.status;
    for (let times = 0; times < 5; times++) expect(await kept()).toBe(302);
    expect(attempts).toBe(0);
    await visit(`https://${name}/nothing-here`, { unknownLimiter });
    expect(attempts).toBe(1);
  });

  test("redirects to its own URLs in the form of a Location header", async () => {
    const url = "https://b\u00fccher.example/s\u00fcd?q=\u6f22";
    const name = await domain({ root: url, notFound: url });
    const encoded = "https://xn--bcher-kva.example/s%C3%BCd?q=%E6%BC%A2";
    const root = await respondOnDomain(new Request(`https://${name}/`), dependenciesWith());
    expect(root?.headers.get("Location")).toBe(encoded);
    expect((await visit(`https://${name}/${newShortId()}`)).location).toBe(encoded);
  });

  test("is cached for 30 s, and longer while D1 does not respond, with a query after 5 s", async () => {
    const name = await domain({ root: "https://brand.example/" });
    const { log } = dependenciesWith();
    const instance = new NearestInstance();
    const found = { organizationId: "acme", rootUrl: "https://brand.example/", notFoundUrl: null };
    expect(await queryDomain(name, 0, { db: service.env.DB, instance, log })).toEqual(found);
    expect([recallDomain(name, 29_999), recallDomain(name, 30_000)]).toEqual([found, undefined]);
    const before = logged.length;
    expect(await queryDomain(name, 30_000, { db: down.db, instance, log })).toEqual(found);
    expect(logged.slice(before)).toEqual([["error", "domain", { host: name, cause: expect.anything() }]]);
    expect([recallDomain(name, 34_999), recallDomain(name, 35_000)]).toEqual([found, undefined]);
    // An unknown host counts as our own until then.
    const unknown = newHost();
    expect(await queryDomain(unknown, 0, { db: down.db, instance, log })).toBeNull();
    expect([recallDomain(unknown, 4_999), recallDomain(unknown, 5_000)]).toEqual([null, undefined]);
  });

  test("an unknown domain is cached for 30 s, too, without an error", async () => {
    const { log } = dependenciesWith();
    const before = logged.length;
    const none = newHost();
    const asked = { db: service.env.DB, instance: new NearestInstance(), log };
    expect(await queryDomain(none, 0, asked)).toBeNull();
    expect([recallDomain(none, 29_999), recallDomain(none, 30_000)]).toEqual([null, undefined]);
    expect(logged).toHaveLength(before);
  });

  test("is unavailable if no store responds", async () => {
    const name = await domain();
    expect((await visit(`https://${name}/${await published(of("acme"))}`)).status).toBe(302);
    const before = logged.length;
    expect((await visit(`https://${name}/${newShortId()}`, down)).status).toBe(503);
    // The domain is cached, and is not looked up.
    expect(logged.slice(before)).toEqual([["error", "redirect", expect.objectContaining({ status: 503 })]]);
  });

  test("a host of no organization behaves like our own host", async () => {
    await published({}, "/noodle-soup");
    expect((await visit("https://elsewhere-1.example/noodle-soup")).status).toBe(302);
    const id = await published();
    expect((await visit(`https://elsewhere-1.example/${id}`)).status).toBe(302);
    expect((await visit(`https://elsewhere-1.example/${newShortId()}`)).status).toBe(404);
  });

  test("responds to other requests than short links with its own pages", async () => {
    const name = await domain({ root: "https://brand.example/", notFound: "https://brand.example/404" });
    const plain = await domain();
    const asked = async (url: string, init: RequestInit = {}, changes = {}) => {
      const answer = await respondOnDomain(new Request(url, init), dependenciesWith(changes));
      return answer && (answer.headers.get("Location") ?? answer.status);
    };
    for (const path of ["", "/", "/?utm=1"])
      expect(await asked(`https://${name}${path}`)).toBe("https://brand.example/");
    // A URL in the query is ignored.
    for (const query of ["", "?of=https://brand.example/", "?of=https://brand.example/robots.txt"])
      expect(await asked(`https://${name}/a/b/c${query}`)).toBe("https://brand.example/404");
    const before = logged.length;
    expect(await asked(`https://${name}/`, {}, { db: down.db })).toBe("https://brand.example/");
    expect(logged).toHaveLength(before);
    expect(await asked(`https://${name}/`, { method: "HEAD" })).toBe("https://brand.example/");
    expect(await asked(`https://${name}/`, { method: "POST" })).toBe(405);
    expect(await asked(`https://${plain}/`)).toBe(404);
    expect(await asked(`https://${plain}/a/b/c`)).toBe(404);
    for (const path of ["robots.txt", "health?x"]) {
      expect(await asked(`https://${name}/${path}`)).toBeNull();
      expect(await asked(`https://${name}/${path}`, { method: "POST" })).toBeNull();
    }
    expect(await asked("https://elsewhere-2.example/")).toBeNull();
    expect(respondOnDomain(new Request(`${HOST}/`), dependenciesWith())).toBeNull();
  });
});
