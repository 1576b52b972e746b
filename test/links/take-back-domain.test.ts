import { describe, expect, test } from "vitest";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import type { Link } from "../../src/features/links/link.ts";
import { linkAddresses } from "../../src/features/links/link-addresses.ts";
import { previewRestoration } from "../../src/features/links/restore-link.ts";
import { takeBackDomain } from "../../src/features/links/take-back-domain.ts";
import { newShortId } from "../../src/ground/core/ids.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { redirects } from "../short-links/redirects.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const service = await useService();
await service.issueKey({ organization: "acme" });
await service.issueKey({ organization: "globex" });
const { DB } = service.env;
const dependencies = { ...dependenciesOf(service.env), ownHosts: ownHosts([]) };
const { visit } = redirects(service.env);
const ORIGINS = { shortLink: "https://go.example", api: "https://go.example", problem: null };

/** A new domain of acme, or of another organization. */
async function newDomain(organizationId = "acme", host = `links-${newShortId()}.brand.example`) {
  await addDomain(OPERATOR, { host, organizationId }, dependencies);
  return host;
}
/** A link with a destination of its own. */
const linkOn = (domain: string, slug?: string, organizationId = "acme") => {
  const customUrl = `https://example.com/${newShortId()}`;
  return storedLink(
    DB,
    { customUrl, ...(slug !== undefined && { slug }) },
    { domain, destination: customUrl, organizationId, ...(slug !== undefined && { slugs: [slug] }) },
  );
};
const takeBack = (host: string, actor = OPERATOR) => takeBackDomain(actor, { host }, dependencies);
const now = async ({ id }: Link) => {
  const link = await dependencies.links.find(id);
  if (!link) throw new TypeError("no such link");
  return link;
};
const urlsOf = async (link: Link) => linkAddresses(await now(link), ORIGINS).map(({ url }) => url);
const locationOf = async (url: string) => (await visit(url)).location;
/** A word that no other test uses. */
const word = (text: string) => `${text}-${newShortId()}`;

describe("a domain that the operator takes back", () => {
  test("moves its links and slugs to the default host, and allows no new links", async () => {
    const host = await newDomain();
    const slug = word("soups");
    const [slugged, plain] = [await linkOn(host, slug), await linkOn(host)];
    expect(await takeBack(` ${host.toUpperCase()} `)).toEqual({ host, links: 2, withoutSlug: 0 });
    expect(await now(slugged)).toMatchObject({ domain: "", slug, slugs: [slug] });
    expect(await urlsOf(slugged)).toEqual([
      `https://go.example/${slug}`,
      `https://go.example/${slugged.shortId}`,
    ]);
    expect(await locationOf(slug)).toBe(slugged.destination);
    expect(await locationOf(plain.shortId)).toBe(plain.destination);
    expect(await dependencies.domains.claimsOf(host)).toEqual([]);
    const late = await dependencies.links.create({
      writes: [{ link: { ...plain, id: `${plain.id}x`, shortId: newShortId() }, qrCode: null, claim: null }],
      request: null,
      rows: [],
    });
    expect(late).toEqual([{ kind: "domain_missing" }]);
  });

  test("keeps printed URLs working while the domain has no owner", async () => {
    const host = await newDomain();
    const slug = word("menu");
    const [theirs, ours] = [await linkOn("", slug, "globex"), await linkOn(host, slug)];
    const former = word("old-menu");
    await DB.prepare("INSERT INTO link_addresses VALUES (?1, ?2, ?3, '2020-01-01T00:00:00.000Z')")
      .bind(host, former, ours.id)
      .run();
    expect(await takeBack(host)).toEqual({ host, links: 1, withoutSlug: 1 });
    expect(await now(ours)).toMatchObject({ domain: "", slugs: [former] });
    expect((await now(ours)).slug).toBeUndefined();
    expect(await urlsOf(ours)).toEqual([
      `https://go.example/${former}`,
      `https://go.example/${ours.shortId}`,
    ]);
    for (const path of [slug, former, ours.shortId, `${slug}?qr=default`])
      expect([path, await locationOf(`https://${host}/${path}`)]).toEqual([path, ours.destination]);
    expect(await locationOf(slug)).toBe(theirs.destination);
    expect(await locationOf(former)).toBe(ours.destination);
    // What is no slug of the host is one of the default host, as on every host that is nobody's.
    const elsewhere = word("elsewhere");
    const other = await linkOn("", elsewhere, "globex");
    expect(await locationOf(`https://${host}/${elsewhere}`)).toBe(other.destination);
    expect((await visit(`https://${host}/${word("nothing")}`)).status).toBe(404);
  });

  test("redirects to the same links again for the same organization, but not for another", async () => {
    for (const [organizationId, isSame] of [
      ["acme", true],
      ["globex", false],
    ] as const) {
      const host = await newDomain();
      const slug = word("again");
      const link = await linkOn(host, slug);
      await takeBack(host);
      await newDomain(organizationId, host);
      for (const path of [slug, link.shortId])
        expect([organizationId, await locationOf(`https://${host}/${path}`)]).toEqual([
          organizationId,
          isSame ? link.destination : null,
        ]);
      // The slug may be printed, so it is given to no other link.
      const taken = { ...link, id: `${link.id}y`, shortId: newShortId(), organizationId };
      const write = { link: taken, qrCode: null, claim: null };
      expect(await dependencies.links.create({ writes: [write], request: null, rows: [] })).toEqual([
        { kind: "name_taken", name: taken.slug },
      ]);
    }
  });

  test("is recorded in each link's history, and not undone by a restoration", async () => {
    const host = await newDomain();
    const slug = word("told");
    await linkOn("", slug, "globex");
    const link = await linkOn(host, slug);
    await takeBack(host);
    expect(await now(link)).toMatchObject({ revision: 2, version: 2 });
    const { entries } = await dependencies.activity.historyOf(link.id, Number.MAX_SAFE_INTEGER, 10);
    expect(entries[0]?.activity).toMatchObject({
      actor: OPERATOR,
      changes: [
        { field: "domain", from: host },
        { field: "slug", from: slug },
      ],
    });
    const { patch } = await previewRestoration(
      memberOf("owner"),
      { linkId: link.id, version: entries[0]?.version ?? 0 },
      dependencies,
    );
    expect(patch).toEqual({});
    const [domain] = (
      await DB.prepare("SELECT changes FROM activity WHERE object_id = ?1 ORDER BY id DESC")
        .bind(host)
        .all<{ changes: string }>()
    ).results;
    expect(JSON.parse(domain?.changes ?? "")).toEqual([{ field: "takenBack", to: true }]);
  });

  test("works for many links, and continues after an interruption", async () => {
    const host = await newDomain();
    const links = [];
    for (let count = 0; count < 60; count++) links.push(await linkOn(host, word("many")));
    const failing = new Proxy(DB, {
      get(db, name: keyof D1Database) {
        if (name !== "batch") return typeof db[name] === "function" ? db[name].bind(db) : db[name];
        return (statements: D1PreparedStatement[]) => {
          if (statements.length > 50 && batches++ > 0) throw new Error("D1_ERROR: network connection lost");
          return db.batch(statements);
        };
      },
    });
    let batches = 0;
    await expect(takeBackDomain(OPERATOR, { host }, { ...dependencies, db: failing })).rejects.toMatchObject({
      code: "service_unavailable",
    });
    expect(await takeBack(host)).toEqual({ host, links: 35, withoutSlug: 0 });
    for (const { id, slug } of links)
      expect(await dependencies.links.find(id)).toMatchObject({ domain: "", slug });
  });

  test("is only for operators, and keeps other organizations' claims", async () => {
    const host = await newDomain();
    await expect(takeBack(host, memberOf("owner"))).rejects.toMatchObject({ code: "insufficient_scope" });
    await takeBack(host);
    await expect(takeBack(host)).rejects.toMatchObject({ code: "not_found" });
    const claim = { host, organizationId: "globex" };
    await addDomain(memberOf("owner", "globex"), claim, dependencies);
    await expect(takeBack(host)).rejects.toMatchObject({ code: "not_found" });
    expect(await dependencies.domains.claimsOf(host)).toMatchObject([{ organizationId: "globex" }]);
  });
});
