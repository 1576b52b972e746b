import { describe, expect, test } from "vitest";
import { newShortId } from "../../src/core/ids.ts";
import { redirectElsewhere } from "../../src/short-links/redirect.ts";
import { useService } from "../use-service.ts";
import { HOST, redirects } from "./redirects.ts";

const service = await useService();
await service.issueKey({ organization: "acme" });
await service.issueKey({ organization: "globex" });
const { counted, dependenciesWith, down, published, visit } = redirects(service.env);

describe("the domain of an organization", () => {
  let host = 0;
  /** A new domain of `acme`. */
  async function domain({
    root = null,
    notFound = null,
  }: {
    root?: string | null;
    notFound?: string | null;
  } = {}) {
    const name = `links-${++host}.brand.example`;
    await service.env.DB.prepare(
      `INSERT INTO domains (host, organization_id, root_url, not_found_url, created_at)
       VALUES (?1, 'acme', ?2, ?3, '2026-11-23T00:00:00.000Z')`,
    )
      .bind(name, root, notFound)
      .run();
    return name;
  }
  const of = (organizationId: string) => ({ project: { organizationId, projectId: "main" } });

  test("leads to links of that organization alone, also where memory knows both", async () => {
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
  });

  test("leads to its own page where there is no link, but for programs", async () => {
    const name = await domain({ notFound: "https://brand.example/404" });
    const before = counted.length;
    const nowhere = `https://${name}/${newShortId()}`;
    const other = `https://${name}/${await published(of("globex"))}`;
    for (const url of [nowhere, nowhere, other, `https://${name}/abcdefgu`])
      expect((await visit(url)).location).toBe("https://brand.example/404");
    expect((await visit(nowhere, { headers: { Accept: "application/json" } })).status).toBe(404);
    expect(counted).toHaveLength(before);
  });

  test("has slugs of its own", async () => {
    const [name, second] = [await domain(), await domain()];
    await published({ ...of("acme"), domain: name }, `${name}/soups`);
    expect((await visit(`https://${name}/soups`)).status).toBe(302);
    expect((await visit(`https://${name}./soups`)).status).toBe(302);
    expect((await visit(`https://${second}/soups`)).status).toBe(404);
    expect((await visit("soups")).status).toBe(404);
  });

  test("leads by KV where D1 is down, where the copy is of a link that was made on it", async () => {
    const name = await domain();
    const link = await published({ ...of("acme"), domain: name }, `${name}/noodles`);
    expect(link).toBe(`${name}/noodles`);
    expect((await visit(`https://${name}/noodles`, { db: down.db })).status).toBe(302);
  });

  test("asks D1 whose a link is that an earlier version published", async () => {
    const name = await domain();
    const old = await published({ project: undefined, linkId: "lnk_none" });
    // D1 does not know it either: it leads on, as on the default host.
    expect((await visit(`https://${name}/${old}`)).status).toBe(302);
  });

  test("that is none of an organization is as our own host", async () => {
    const id = await published();
    expect((await visit(`https://elsewhere-1.example/${id}`)).status).toBe(302);
    expect((await visit(`https://elsewhere-1.example/${newShortId()}`)).status).toBe(404);
  });

  test("answers what is for no short link with its own pages", async () => {
    const name = await domain({ root: "https://brand.example/", notFound: "https://brand.example/404" });
    const plain = await domain();
    const asked = async (url: string, init: RequestInit = {}) => {
      const answer = await redirectElsewhere(new Request(url, init), dependenciesWith());
      return answer && (answer.headers.get("Location") ?? answer.status);
    };
    for (const path of ["", "/", "/?utm=1"])
      expect(await asked(`https://${name}${path}`)).toBe("https://brand.example/");
    expect(await asked(`https://${name}/a/b/c`)).toBe("https://brand.example/404");
    expect(await asked(`https://${name}/`, { method: "HEAD" })).toBe("https://brand.example/");
    expect(await asked(`https://${name}/`, { method: "POST" })).toBe(405);
    expect(await asked(`https://${plain}/`)).toBe(404);
    expect(await asked(`https://${plain}/a/b/c`)).toBe(404);
    for (const path of ["lists/abcd2345", "robots.txt", "health?x"]) {
      expect(await asked(`https://${name}/${path}`)).toBeNull();
      expect(await asked(`https://${name}/${path}`, { method: "POST" })).toBeNull();
    }
    expect(await asked("https://elsewhere-2.example/")).toBeNull();
    expect(redirectElsewhere(new Request(`${HOST}/`), dependenciesWith())).toBeNull();
  });
});
