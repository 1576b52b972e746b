import { afterAll, describe, expect, test } from "vitest";
import { projectStore } from "../../src/features/access/project-store.ts";
import { type DomainDependencies, ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { domainStore } from "../../src/features/addresses/domain-store.ts";
import {
  addDomain,
  changeDomain,
  confirmDomain,
  removeDomain,
} from "../../src/features/addresses/manage-domains.ts";
import { RESERVED_BYTES, setQuotas } from "../../src/features/writes/quota-check.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { OPERATOR } from "../dependencies.ts";
import { expectExtendedLink, expectLink } from "../expectations.ts";
import { get, post, send } from "../requests.ts";
import { startService } from "../service.ts";

// A separate service, because an isolate caches the domains for ten seconds.
const service = await startService();
afterAll(() => service.close());
const { DB } = service.env;
const acme = await service.issueKey({ organization: "acme", createProjects: ["main", "brand"] });
const globex = await service.issueKey({ organization: "globex", createProjects: ["main", "brand"] });
const [owner, rival] = [memberOf("owner", "acme"), memberOf("owner", "globex")];
const dependencies: DomainDependencies = {
  db: DB,
  domains: domainStore(DB),
  projects: projectStore(DB),
  ownHosts: ownHosts(
    ["https://go.example", "https://api.example"],
    ["www.go.example/*", "*.links.example/*", "*/*"],
  ),
  now: () => new Date(),
};
const claim = (host: string, settings: object = {}, by = owner) =>
  addDomain(by, { host, organizationId: by.organizationId, ...settings }, dependencies);
const confirm = (host: string, organizationId = "acme", actor = OPERATOR) =>
  confirmDomain(actor, { host, organizationId }, { ...dependencies, txtResolver: null });
const PORT = service.url.port && `:${service.url.port}`;

await claim("www.amazon.com", { projectId: "main", rootUrl: "https://a.example/" });
await claim("pending.localhost", { projectId: "brand", notFoundUrl: "https://a.example/lost" });
await claim("confirmed.localhost", { projectId: "brand" }, rival);
await confirm("confirmed.localhost", "globex");

describe("design: a domain claim has no effect until it is confirmed", () => {
  test("links may still point to a claimed host, and can be changed", async () => {
    for (const { key } of [acme, globex]) {
      const body = linkBody("custom custom_url", { customUrl: "https://www.amazon.com/dp/B000000001" });
      const link = expectLink(await post(service, "/v1/links", body, { key }));
      const patch = { name: "Renamed", status: "inactive" };
      const changed = await send(service, "PATCH", `/v1/links/${link.id}`, patch, { key });
      expect(expectLink(changed, 200).status).toBe("inactive");
    }
  });

  test("links of the project stay on the default host, and the claimed host behaves like it", async () => {
    const body = linkBody("custom custom_url", { projectId: "brand", slug: "not-yet" });
    const link = expectLink(await post(service, "/v1/links", body, { key: acme.key }));
    expect(link.shortLink).toBe(`${service.url.origin}/not-yet`);
    const theirs = expectLink(
      await post(service, "/v1/links", linkBody("custom custom_url"), { key: globex.key }),
    );
    for (const path of [`/${link.shortId}`, `/${theirs.shortId}`, "/not-yet"])
      expect((await get(service, `http://pending.localhost${PORT}${path}`)).status, path).toBe(302);
    expect((await get(service, `http://pending.localhost${PORT}/no-such-word`)).status).toBe(404);
    expect((await get(service, `http://pending.localhost${PORT}/docs`)).status).toBe(200);
  });

  test("a confirmed claim takes effect, for one organization only", async () => {
    const body = (key: string) => ({ key });
    const linkOf = async ({ key }: typeof acme) =>
      expectExtendedLink(
        await post(
          service,
          "/v1/links?include=domain",
          linkBody("custom custom_url", { projectId: "brand" }),
          body(key),
        ),
      );
    expect((await linkOf(globex)).domain).toBe(`confirmed.localhost${PORT}`);
    expect((await linkOf(acme)).domain).toBe(service.url.host);
  });

  test("only the operator can confirm claims, not members", async () => {
    for (const actor of [owner, rival, memberOf("editor")])
      await expect(confirm("pending.localhost", "acme", actor)).rejects.toMatchObject({
        code: expect.stringMatching(/insufficient_scope|not_found/),
      });
    expect(await dependencies.domains.claimsOf("pending.localhost")).toMatchObject([{ confirmedAt: null }]);
  });
});

describe("design: several organizations may claim a host, and one gets it", () => {
  test("a claim does not block others, who learn when the host is taken", async () => {
    await claim("shared.example");
    await claim("shared.example", {}, rival);
    await expect(claim("shared.example")).rejects.toMatchObject({ code: "duplicate_identifier" });
    expect(await confirm("shared.example", "globex")).toMatchObject({ organizationId: "globex" });
    await expect(confirm("shared.example")).rejects.toMatchObject({ code: "duplicate_identifier" });
    await expect(claim("Shared.Example")).rejects.toMatchObject({ code: "duplicate_identifier" });
    // Repeating a confirmation changes nothing.
    const [first] = await dependencies.domains.claimsOf("shared.example");
    expect(await confirm("shared.example", "globex")).toEqual(first);
    // Removing the losing claim does not affect the winner.
    await removeDomain(owner, { host: "shared.example" }, dependencies);
    expect(await dependencies.domains.claimsOf("shared.example")).toEqual([first]);
  });

  test("one of several concurrent confirmations wins", async () => {
    await claim("race.example");
    await claim("race.example", {}, rival);
    const outcomes = await Promise.allSettled([confirm("race.example"), confirm("race.example", "globex")]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const claims = await dependencies.domains.claimsOf("race.example");
    expect(claims.filter(({ confirmedAt }) => confirmedAt !== null)).toHaveLength(1);
  });

  test("changing or removing one of several pending claims requires its organization", async () => {
    await claim("whose.example");
    await claim("whose.example", {}, rival);
    const remove = (organizationId?: string) =>
      removeDomain(OPERATOR, { host: "whose.example", organizationId }, dependencies);
    await expect(remove()).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "organization", message: expect.stringContaining("acme, globex") }],
    });
    await remove("globex");
    expect(await remove()).toMatchObject({ organizationId: "acme" });
  });
});

describe("design: a project's domain for new links", () => {
  const projectsOf = async (organizationId: string) =>
    Object.fromEntries(
      (await dependencies.domains.list(organizationId)).map(({ host, projectId }) => [host, projectId]),
    );

  test("a confirmation replaces the project's domain; a pending claim does not", async () => {
    await claim("first.example", { projectId: "main" });
    await confirm("first.example");
    await claim("second.example", { projectId: "main" });
    expect(await projectsOf("acme")).toMatchObject({ "first.example": "main", "second.example": "main" });
    await confirm("second.example");
    expect(await projectsOf("acme")).toMatchObject({ "first.example": null, "second.example": "main" });
  });

  test("another organization's project with the same id keeps its domain", async () => {
    await claim("other-main.example", { projectId: "main" }, rival);
    await confirm("other-main.example", "globex");
    await claim("own-main.example", { projectId: "main" });
    await confirm("own-main.example");
    await changeDomain(owner, { host: "own-main.example", projectId: null }, dependencies);
    await changeDomain(owner, { host: "own-main.example", projectId: "main" }, dependencies);
    expect(await projectsOf("globex")).toMatchObject({ "other-main.example": "main" });
  });
});

describe("design: the number of claims is limited", () => {
  test("an organization has at most 20 claims and learns its quota; others can still claim", async () => {
    await service.issueKey({ organization: "greedy" });
    const greedy = memberOf("owner", "greedy");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => claim(`claim-${index}.example`, {}, greedy)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    await expect(claim("one-more.example", {}, greedy)).rejects.toMatchObject({
      code: "quota_exceeded",
      details: [{ field: "domains", message: expect.stringContaining("20 of 20") }],
    });
    await claim("one-more.example");
    // Quotas do not apply to operators.
    const given = { host: "given.example", organizationId: "greedy" };
    expect(await addDomain(OPERATOR, given, dependencies)).toMatchObject({ confirmedAt: expect.any(String) });
    await setQuotas(DB, "greedy", { domains: 22 });
    await claim("one-more.example", {}, greedy);
    await expect(claim("yet-one.example", {}, greedy)).rejects.toMatchObject({ code: "quota_exceeded" });
  });
});

describe("design: claims count toward the storage quota", () => {
  const storedBytes = async () =>
    (await DB.prepare(
      "SELECT stored_bytes FROM organization_usage WHERE organization_id = 'full'",
    ).first<number>("stored_bytes")) ?? 0;

  test("with a full quota, no claim can be added, but existing claims can be confirmed and removed", async () => {
    await service.issueKey({ organization: "full" });
    const full = memberOf("owner", "full");
    await claim("before.example", {}, full);
    await claim("removed.example", {}, full);
    const before = await storedBytes();
    await setQuotas(DB, "full", { storedBytes: before });
    const change = { host: "before.example", rootUrl: "https://a.example/" };
    const exceeded = { code: "quota_exceeded", details: [{ field: "storedBytes" }] };
    await expect(claim("late.example", {}, full)).rejects.toMatchObject(exceeded);
    await setQuotas(DB, "full", { storedBytes: before - RESERVED_BYTES });
    await expect(changeDomain(full, change, dependencies)).rejects.toMatchObject(exceeded);
    expect((await confirm("before.example", "full")).confirmedAt).not.toBeNull();
    await removeDomain(full, { host: "removed.example" }, dependencies);
    expect(await changeDomain(OPERATOR, change, dependencies)).toMatchObject({
      rootUrl: "https://a.example/",
    });
    // Removing a claim frees its space; its activity record stays.
    const grown = (await storedBytes()) - before;
    expect([grown > 0, grown < 1_500]).toEqual([true, true]);
  });
});

describe("design: hosts of the service can't be claimed", () => {
  test.each([
    "go.example",
    "GO.example",
    "api.example",
    "shoppable-links.acme.workers.dev",
    "www.go.example",
    "brand.links.example",
    "localhost",
    "127.0.0.1",
  ])("%s", async (host) => {
    await expect(claim(host)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "host" }],
    });
  });

  test("an operator can add hosts of routes, except the service's own origins", async () => {
    const add = (host: string) => addDomain(OPERATOR, { host, organizationId: "acme" }, dependencies);
    expect((await add("brand.links.example")).confirmedAt).not.toBeNull();
    await expect(add("go.example")).rejects.toMatchObject({ code: "validation_failed" });
    // Claimed before it became the service's host.
    await addDomain(owner, { host: "later.example", organizationId: "acme" }, dependencies);
    const by = { ...dependencies, ownHosts: ownHosts(["https://later.example:8443"]), txtResolver: null };
    await expect(
      confirmDomain(OPERATOR, { host: "later.example", organizationId: "acme" }, by),
    ).rejects.toMatchObject({ code: "validation_failed" });
  });
});
