import { describe, expect, test } from "vitest";
import type { Actor } from "../../src/features/access/actor.ts";
import { getQuotaUse } from "../../src/features/access/get-quota-use.ts";
import { addMember, changeMember, removeMember } from "../../src/features/access/manage-members.ts";
import { changeQuotas, createOrganization } from "../../src/features/access/manage-organizations.ts";
import { listOrganizations } from "../../src/features/access/organization.ts";
import { memberOf, programWith } from "../actors.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";
import { NOW, refused } from "./members.ts";

const service = await useService({}, "acme");
const { DB } = service.env;
const deps = (fault?: Fault) => ({ db: fault ? faulty(DB, fault) : DB, now: () => NOW });

const program = programWith();

await service.issueKey({ createProjects: ["main", "second"] });

test("only the operator lists organizations, a hundred at a time, in order of their ids", async () => {
  for (const actor of [memberOf("owner"), program])
    await refused(listOrganizations(actor, { after: null }, deps()), "insufficient_scope");
  const fill = (first: number, last: number) =>
    DB.prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
       INSERT INTO organizations (id, name, created_at) SELECT printf('many-%03d', n), 'Many', '' FROM numbers`,
    )
      .bind(first, last)
      .run();
  await fill(1, 99);
  const hundred = await listOrganizations(OPERATOR, { after: null }, deps());
  expect([hundred.organizations.length, hundred.next]).toEqual([100, null]);
  await fill(100, 101);
  const first = await listOrganizations(OPERATOR, { after: null }, deps());
  expect(first.organizations.slice(0, 2).map(({ id }) => id)).toEqual(["acme", "many-001"]);
  expect([first.organizations.length, first.next]).toEqual([100, "many-099"]);
  const second = await listOrganizations(OPERATOR, { after: first.next }, deps());
  expect(second.organizations.map(({ id }) => id)).toEqual(["many-100", "many-101"]);
  expect(second.next).toBeNull();
});

describe("quotas", () => {
  const useOf = async (quota: string) =>
    (await getQuotaUse(OPERATOR, { organizationId: "acme" }, deps())).find((each) => each.quota === quota);

  const bytesInUsage = async () =>
    (await DB.prepare(
      "SELECT stored_bytes FROM organization_usage WHERE organization_id = 'acme'",
    ).first<number>("stored_bytes")) ?? Number.NaN;

  test("only an owner sees the use of quotas of the own organization", async () => {
    const own = { organizationId: "acme" };
    for (const actor of [memberOf("editor"), memberOf("viewer"), program])
      await refused(getQuotaUse(actor, own, deps()), "insufficient_scope");
    await refused(getQuotaUse(memberOf("owner", "globex"), own, deps()), "not_found");
    expect(await getQuotaUse(memberOf("owner"), own, deps())).toEqual(
      await getQuotaUse(OPERATOR, own, deps()),
    );
  });

  test("the use of quotas counts exactly the existing objects", async () => {
    // Ended objects and objects of others do not count.
    for (const options of [
      { revokedAt: NOW.toISOString() },
      { expiresAt: NOW.toISOString() },
      { organization: "globex", createProjects: ["theirs"] },
    ])
      await service.issueKey(options);
    await storedLink(DB, {}, { createdAt: NOW.toISOString() });
    const uses = await getQuotaUse(OPERATOR, { organizationId: "acme" }, deps());
    expect(Object.fromEntries(uses.map(({ quota, used }) => [quota, used]))).toEqual({
      storedBytes: await bytesInUsage(),
      linksPerDay: 1,
      projects: 2,
      keys: 1,
      domains: 0,
    });
  });

  test("the operator changes quotas of existing organizations", async () => {
    const change = (actor: Actor, organizationId: string, amount: number) =>
      changeQuotas(actor, { organizationId, quotas: { projects: amount } }, deps());
    await refused(change(memberOf("owner"), "acme", 7), "insufficient_scope");
    await refused(change(OPERATOR, "nobodys", 7), "not_found");
    for (const amount of [-1, 1_000_000_000_001, 0.5])
      await refused(change(OPERATOR, "acme", amount), "validation_failed");
    for (const amount of [0, 1_000_000_000_000]) {
      await change(OPERATOR, "acme", amount);
      expect(await useOf("projects")).toMatchObject({ allowed: amount });
    }
    await change(OPERATOR, "acme", 7);
    expect(await useOf("projects")).toMatchObject({ used: 2, allowed: 7 });
  });
});

test.each<Fault>(["loses first answer", "commits late"])(
  "an organization is made once by a database that %s, for its first owner; its id is taken then",
  async (fault) => {
    const id = `made-${fault.replaceAll(" ", "-")}`;
    const email = "ada@example.com";
    const make = (name: string, by: string, fault?: Fault) =>
      createOrganization(by, { id, name }, { ...deps(fault), makers: [email, "bob@example.com"] });
    // Others already have members.
    await createOrganization(email, { id: `before-${id}`, name: "Before" }, { ...deps(), makers: [email] });
    const owner = await make("Made once", email, fault);
    expect(owner).toMatchObject({ organizationId: id, email, role: "owner" });
    await refused(make("Another", "bob@example.com"), "duplicate_identifier");
    // Two people may create it at the same moment, with the same name.
    await refused(make("Made once", "bob@example.com"), "duplicate_identifier");
    await refused(make("Another", "eve@example.com"), "insufficient_scope");
    // The same id in another case could be confused with it.
    const cased = { id: id.toUpperCase(), name: "Cased" };
    await refused(createOrganization(email, cased, { ...deps(), makers: [email] }), "duplicate_identifier");
    const added = { organization: cased.id, email, role: "owner" } as const;
    await refused(addMember(OPERATOR, added, dependenciesOf(service.env)), "validation_failed");
    expect(await DB.prepare("SELECT name FROM organizations WHERE id = ?1").bind(id).first("name")).toBe(
      "Made once",
    );
    const { results } = await DB.prepare("SELECT id FROM members WHERE organization_id = ?1").bind(id).all();
    expect(results).toEqual([{ id: owner.id }]);
  },
);

test("an organization without members belongs to the operator: creating it again makes nobody its owner", async () => {
  const bare = (id: string, name: string, at: Date) =>
    DB.prepare("INSERT INTO organizations (id, name, created_at) VALUES (?1, ?2, ?3)")
      .bind(id, name, at.toISOString())
      .run();
  await bare("bare-older", "Bare", new Date(NOW.getTime() - 1));
  await bare("bare-renamed", "Another", NOW);
  await bare("bare-besides", "Bare", NOW);
  for (const id of ["bare-older", "bare-renamed"]) {
    const made = createOrganization(
      "ada@example.com",
      { id, name: "Bare" },
      { ...deps(), makers: ["ada@example.com"] },
    );
    await refused(made, "duplicate_identifier");
    expect(await DB.prepare("SELECT id FROM members WHERE organization_id = ?1").bind(id).first()).toBeNull();
  }
});

test("a founder can leave the organization to another owner, and get another role", async () => {
  const founder = { email: "founder@example.com", id: "founded", name: "Founded" };
  const { id } = await createOrganization(founder.email, founder, { ...deps(), makers: [founder.email] });
  const dependencies = dependenciesOf(service.env);
  const second = { organization: "founded", email: "second@example.com", role: "owner" } as const;
  await addMember(OPERATOR, second, dependencies);
  expect(await changeMember(OPERATOR, { id, role: "viewer" }, dependencies)).toMatchObject({
    id,
    role: "viewer",
  });
  await changeMember(OPERATOR, { id, role: "owner" }, dependencies);
  await removeMember(OPERATOR, { id }, dependencies);
  expect((await dependencies.members.list("founded", null, 10)).map(({ email }) => email)).toEqual([
    second.email,
  ]);
});
