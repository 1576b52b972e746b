import { afterAll, describe, expect, test } from "vitest";
import { projectStore } from "../../src/access/project-store.ts";
import { addDomain } from "../../src/addresses/add-domain.ts";
import { changeDomain } from "../../src/addresses/change-domain.ts";
import { type DomainDependencies, ownHosts } from "../../src/addresses/claimed-domain.ts";
import { confirmDomain } from "../../src/addresses/confirm-domain.ts";
import { domainStore } from "../../src/addresses/domain-store.ts";
import { removeDomain } from "../../src/addresses/remove-domain.ts";
import { RESERVED_BYTES, setQuotas } from "../../src/quotas/quota-check.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { OPERATOR } from "../dependencies.ts";
import { expectExtendedLink, expectLink } from "../expectations.ts";
import { get, post, send } from "../requests.ts";
import { startService } from "../service.ts";

// Its own, as an isolate remembers for ten seconds which domains there are.
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

describe("design: a claim counts nowhere until it is confirmed", () => {
  test("links of everybody lead to a claimed host, and can be changed", async () => {
    for (const { key } of [acme, globex]) {
      const body = linkBody("custom custom_url", { customUrl: "https://www.amazon.com/dp/B000000001" });
      const link = expectLink(await post(service, "/v1/links", body, { key }));
      const patch = { name: "Renamed", status: "inactive" };
      const changed = await send(service, "PATCH", `/v1/links/${link.id}`, patch, { key });
      expect(expectLink(changed, 200).status).toBe("inactive");
    }
  });

  test("links of the project stay on the default host, and its host answers as that does", async () => {
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

  test("a confirmed one counts, for one organization alone", async () => {
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

  test("only the operator confirms, and members can't do so for themselves", async () => {
    for (const actor of [owner, rival, memberOf("editor")])
      await expect(confirm("pending.localhost", "acme", actor)).rejects.toMatchObject({
        code: expect.stringMatching(/insufficient_scope|not_found/),
      });
    expect(await dependencies.domains.claimsOf("pending.localhost")).toMatchObject([{ confirmedAt: null }]);
  });
});

describe("design: several may claim a host, and one gets it", () => {
  test("a claim keeps nobody else from it; the others are told once it is taken", async () => {
    await claim("shared.example");
    await claim("shared.example", {}, rival);
    await expect(claim("shared.example")).rejects.toMatchObject({ code: "duplicate_identifier" });
    expect(await confirm("shared.example", "globex")).toMatchObject({ organizationId: "globex" });
    await expect(confirm("shared.example")).rejects.toMatchObject({ code: "duplicate_identifier" });
    await expect(claim("Shared.Example")).rejects.toMatchObject({ code: "duplicate_identifier" });
    // What is confirmed stays as it is, whoever repeats it.
    const [first] = await dependencies.domains.claimsOf("shared.example");
    expect(await confirm("shared.example", "globex")).toEqual(first);
    // The claim that lost can be removed, and changes nothing for the one that won.
    await removeDomain(owner, { host: "shared.example" }, dependencies);
    expect(await dependencies.domains.claimsOf("shared.example")).toEqual([first]);
  });

  test("of confirmations at the same time, one wins", async () => {
    await claim("race.example");
    await claim("race.example", {}, rival);
    const outcomes = await Promise.allSettled([confirm("race.example"), confirm("race.example", "globex")]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const claims = await dependencies.domains.claimsOf("race.example");
    expect(claims.filter(({ confirmedAt }) => confirmedAt !== null)).toHaveLength(1);
  });

  test("an operator who changes or removes one of several pending claims has to say whose", async () => {
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

  test("a pending claim takes it from no other domain, its confirmation does", async () => {
    await claim("first.example", { projectId: "main" });
    await confirm("first.example");
    await claim("second.example", { projectId: "main" });
    expect(await projectsOf("acme")).toMatchObject({ "first.example": "main", "second.example": "main" });
    await confirm("second.example");
    expect(await projectsOf("acme")).toMatchObject({ "first.example": null, "second.example": "main" });
  });

  test("another organization's project of the same id keeps its own", async () => {
    await claim("other-main.example", { projectId: "main" }, rival);
    await confirm("other-main.example", "globex");
    await claim("own-main.example", { projectId: "main" });
    await confirm("own-main.example");
    await changeDomain(owner, { host: "own-main.example", projectId: null }, dependencies);
    await changeDomain(owner, { host: "own-main.example", projectId: "main" }, dependencies);
    expect(await projectsOf("globex")).toMatchObject({ "other-main.example": "main" });
  });
});

describe("design: claims are bounded", () => {
  test("20 for each organization, which is told its quota, while others can claim", async () => {
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
    // Operators are refused by no quota.
    const given = { host: "given.example", organizationId: "greedy" };
    expect(await addDomain(OPERATOR, given, dependencies)).toMatchObject({ confirmedAt: expect.any(String) });
    await setQuotas(DB, "greedy", { domains: 22 });
    await claim("one-more.example", {}, greedy);
    await expect(claim("yet-one.example", {}, greedy)).rejects.toMatchObject({ code: "quota_exceeded" });
  });
});

describe("design: claims count to what an organization stores", () => {
  const storedBytes = async () =>
    (await DB.prepare(
      "SELECT stored_bytes FROM organization_usage WHERE organization_id = 'full'",
    ).first<number>("stored_bytes")) ?? 0;

  test("with a full quota nothing is claimed, without the reserve nothing is changed, and what there is can be confirmed and removed", async () => {
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
    // Removing gives back what the claim took, and its record stays.
    const grown = (await storedBytes()) - before;
    expect([grown > 0, grown < 1_500]).toEqual([true, true]);
  });
});

describe("design: hosts that reach the service are not claimable", () => {
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

  test("an operator adds what a route brings, but not the service's own origins", async () => {
    const add = (host: string) => addDomain(OPERATOR, { host, organizationId: "acme" }, dependencies);
    expect((await add("brand.links.example")).confirmedAt).not.toBeNull();
    await expect(add("go.example")).rejects.toMatchObject({ code: "validation_failed" });
    // Claimed before it became the service's own.
    await addDomain(owner, { host: "later.example", organizationId: "acme" }, dependencies);
    const by = { ...dependencies, ownHosts: ownHosts(["https://later.example:8443"]), txtResolver: null };
    await expect(
      confirmDomain(OPERATOR, { host: "later.example", organizationId: "acme" }, by),
    ).rejects.toMatchObject({ code: "validation_failed" });
  });
});
