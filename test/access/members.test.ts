import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor, Role } from "../../src/access/actor.ts";
import { addMember } from "../../src/access/add-member.ts";
import { changeMemberRole } from "../../src/access/change-member-role.ts";
import { findMemberships } from "../../src/access/find-memberships.ts";
import { listMembers } from "../../src/access/list-members.ts";
import type { Member } from "../../src/access/member.ts";
import { memberStore } from "../../src/access/member-store.ts";
import { removeMember } from "../../src/access/remove-member.ts";
import { SCOPES } from "../../src/core/vocabulary.ts";
import { OPERATOR } from "../dependencies.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { type Service, startService } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const NOW = new Date("2026-11-21T12:00:00.000Z");
const deps = (fault?: Fault) => ({
  members: memberStore(fault ? faulty(service.env.DB, fault) : service.env.DB),
  now: () => NOW,
});
/** Dependencies for `number` changes at once: none goes on before each of them has read its member. */
function together(number: number) {
  const { members, now } = deps();
  const all = Promise.withResolvers<void>();
  let missing = number;
  const find: typeof members.find = async (id) => {
    const member = await members.find(id);
    if (--missing === 0) all.resolve();
    await all.promise;
    return member;
  };
  return { members: { ...members, find }, now };
}
const add = async (organization: string, email: string, role: Role = "editor", actor: Actor = OPERATOR) =>
  (await addMember(actor, { organization, email, role }, deps())).member;
const as = ({ id, organizationId, role }: Member): Actor => ({ type: "member", id, organizationId, role });
const page = (organization: string | null) => ({ organization, limit: 100, after: null });
const membersOf = async (organization: string) =>
  (await listMembers(OPERATOR, page(organization), deps())).members;
const rows = async (sql: string, ...values: string[]) =>
  (
    await service.env.DB.prepare(sql)
      .bind(...values)
      .all()
  ).results;
const entriesOf = ({ id }: Member) =>
  rows("SELECT actor_type, actor_id, at, changes FROM activity WHERE object_id = ?1 ORDER BY id", id);
const refused = (call: Promise<unknown>, code: string, message: RegExp = /./) =>
  expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(message) });

describe("who manages members", () => {
  test("neither an editor, nor a viewer, nor an API key with every scope", async () => {
    const owner = await add("managed", "owner@example.com", "owner");
    const program: Actor = {
      type: "api_key",
      id: "key_1",
      organizationId: "managed",
      scopes: SCOPES,
      projects: "all",
    };
    const others = [
      await add("managed", "editor@example.com"),
      await add("managed", "viewer@example.com", "viewer"),
    ];
    const before = await membersOf("managed");
    for (const actor of [...others.map(as), program]) {
      const request = { organization: "managed", email: "new@example.com", role: "viewer" as const };
      for (const attempt of [
        addMember(actor, request, deps()),
        changeMemberRole(actor, { id: actor.id, role: "owner" }, deps()),
        changeMemberRole(actor, { id: owner.id, role: "viewer" }, deps()),
        removeMember(actor, { id: owner.id }, deps()),
        removeMember(actor, { id: actor.id }, deps()),
        listMembers(actor, page(null), deps()),
        listMembers(actor, page("managed"), deps()),
      ])
        await refused(attempt, "insufficient_scope", /^Only an owner /);
    }
    expect(await membersOf("managed")).toEqual(before);
  });

  test("an owner, in the own organization", async () => {
    const owner = as(await add("owned", "owner@example.com", "owner"));
    const editor = await add("owned", "editor@example.com", "editor", owner);
    expect(await changeMemberRole(owner, { id: editor.id, role: "viewer" }, deps())).toEqual({
      ...editor,
      role: "viewer",
    });
    expect((await listMembers(owner, page(null), deps())).members).toHaveLength(2);
    await removeMember(owner, { id: editor.id }, deps());
    expect((await listMembers(owner, page("owned"), deps())).members.map(({ id }) => id)).toEqual([owner.id]);
  });

  test("another organization and its members read like ones that do not exist", async () => {
    const owner = as(await add("ours", "owner@example.com", "owner"));
    const editor = as(await add("ours", "editor@example.com"));
    const theirs = await add("theirs", "owner@example.com", "owner");
    await add("theirs", "second@example.com", "owner");
    const before = await membersOf("theirs");
    for (const organization of ["theirs", "none"]) {
      for (const actor of [owner, editor]) {
        const request = { organization, email: "new@example.com", role: "owner" as const };
        await refused(addMember(actor, request, deps()), "not_found", /^There is no such organization\.$/);
        await refused(listMembers(actor, page(organization), deps()), "not_found", /^There is no such organ/);
      }
    }
    for (const id of [theirs.id, "mem_none"]) {
      const message = /^There is no such member\.$/;
      await refused(changeMemberRole(owner, { id, role: "viewer" }, deps()), "not_found", message);
      await refused(removeMember(owner, { id }, deps()), "not_found", message);
      await refused(removeMember(editor, { id }, deps()), "insufficient_scope");
    }
    expect(await membersOf("theirs")).toEqual(before);
    expect(await rows("SELECT id FROM organizations WHERE id = 'none'")).toEqual([]);
  });
});

describe("addMember", () => {
  test("trims and lower-cases the address, and creates the organization for a job", async () => {
    const member = await add("fresh", "  Ada.Lovelace+Shop@Example.COM \n", "owner");
    expect(member).toEqual({
      id: expect.stringMatching(/^mem_[0-9a-z]{26}$/),
      organizationId: "fresh",
      email: "ada.lovelace+shop@example.com",
      role: "owner",
      createdAt: NOW.toISOString(),
    });
    expect(await membersOf("fresh")).toEqual([member]);
    expect(await rows("SELECT id, name FROM organizations WHERE id = 'fresh'")).toEqual([
      { id: "fresh", name: "fresh" },
    ]);
  });

  test("with the same role changes nothing; with another one it is refused and named", async () => {
    const member = await add("twice", "ada@example.com");
    const again = { organization: "twice", email: "ADA@example.com", role: "editor" as const };
    expect(await addMember(OPERATOR, again, deps())).toEqual({ member, already: true });
    const other = addMember(OPERATOR, { ...again, role: "owner" }, deps());
    await refused(other, "duplicate_identifier", /already, with the role editor\./);
    expect(await membersOf("twice")).toEqual([member]);
    expect(await entriesOf(member)).toHaveLength(1);
  });

  test("of several at once, one is added", async () => {
    const request = { organization: "at-once", email: "ada@example.com", role: "owner" as const };
    const results = await Promise.all([1, 2, 3].map(() => addMember(OPERATOR, request, deps())));
    expect(results.map(({ already }) => already).sort()).toEqual([false, true, true]);
    expect(await membersOf("at-once")).toHaveLength(1);
    expect(await rows("SELECT id FROM activity WHERE organization_id = 'at-once'")).toHaveLength(1);
  });

  test("the same person may be in several organizations", async () => {
    const [one, two] = [await add("first", "both@example.com"), await add("second", "both@example.com")];
    expect(one.id).not.toBe(two.id);
  });

  test.each([
    ["nothing", ""],
    ["no @", "ada.example.com"],
    ["two @", "ada@home@example.com"],
    ["a blank", "ada lovelace@example.com"],
    ["a name", "Ada <ada@example.com>"],
    ["a NUL", "ada\0@example.com"],
    ["a line break within", "ada@example.com\nbcc@example.com"],
    // Its lower case is an ASCII k, so it would become another person's address.
    ["a Kelvin sign", "\u212Aate@example.com"],
    ["letters outside of ASCII", "ädä@example.com"],
    ["255 characters", `${"a".repeat(243)}@example.com`],
  ])("refuses an address with %s", async (_, email) => {
    await expect(add("fresh", email)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "email" }],
    });
  });

  test("takes an address of 254 characters", async () => {
    expect((await add("fresh", `${"a".repeat(242)}@example.com`)).email).toHaveLength(254);
  });

  test("names every problem of the input", async () => {
    const input = { organization: "x".repeat(129), email: "ada", role: "king" as Role };
    await expect(addMember(OPERATOR, input, deps())).rejects.toMatchObject({
      details: [
        { field: "organization", message: "must have 1 to 128 characters" },
        { field: "email", message: "must be an e-mail address, such as ada@example.com" },
        { field: "role", message: "must be one of owner, editor, viewer" },
      ],
    });
  });
});

describe("the last owner", () => {
  test("can be neither removed nor given another role, also by itself", async () => {
    const owner = await add("alone", "owner@example.com", "owner");
    await add("alone", "editor@example.com");
    for (const actor of [OPERATOR, as(owner)]) {
      await refused(removeMember(actor, { id: owner.id }, deps()), "last_owner");
      for (const role of ["editor", "viewer"] as const)
        await refused(changeMemberRole(actor, { id: owner.id, role }, deps()), "last_owner");
    }
    expect(await membersOf("alone")).toContainEqual(owner);
    expect(await entriesOf(owner)).toHaveLength(1);
  });

  test("an owner of another organization does not count", async () => {
    await add("elsewhere", "second@example.com", "owner");
    const owner = await add("alone-again", "owner@example.com", "owner");
    await refused(removeMember(OPERATOR, { id: owner.id }, deps()), "last_owner");
  });

  test("with a second owner, the first may leave", async () => {
    const owner = await add("two", "owner@example.com", "owner");
    await add("two", "second@example.com", "owner");
    expect(await changeMemberRole(as(owner), { id: owner.id, role: "viewer" }, deps())).toMatchObject({
      role: "viewer",
    });
    expect(await removeMember(OPERATOR, { id: owner.id }, deps())).toEqual({ ...owner, role: "viewer" });
  });

  test.each([
    ["both are removed", "remove", "remove"],
    ["both are demoted", "demote", "demote"],
    ["one is removed, one demoted", "remove", "demote"],
  ])("stays where %s at once", async (name, ...how) => {
    const owners = [await add(name, "a@example.com", "owner"), await add(name, "b@example.com", "owner")];
    const both = together(2);
    const outcomes = await Promise.allSettled(
      owners.map(({ id }, index) =>
        how[index] === "remove"
          ? removeMember(OPERATOR, { id }, both)
          : changeMemberRole(OPERATOR, { id, role: "viewer" }, both),
      ),
    );
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(reasons).toEqual([expect.objectContaining({ code: "last_owner" })]);
    expect((await membersOf(name)).filter(({ role }) => role === "owner")).toHaveLength(1);
  });
});

describe("two changes of one member at once", () => {
  test("of two removals, one is told that there is none", async () => {
    const { id } = await add("races", "gone@example.com");
    const both = together(2);
    const remove = () => removeMember(OPERATOR, { id }, both);
    const outcomes = await Promise.allSettled([remove(), remove()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refusal = outcomes.find(({ status }) => status === "rejected");
    expect(refusal).toMatchObject({ reason: { code: "not_found" } });
  });

  test("of two roles, one is refused, and the activity has the other alone", async () => {
    const member = await add("races", "torn@example.com");
    const both = together(2);
    const change = (role: Role) => changeMemberRole(OPERATOR, { id: member.id, role }, both);
    const outcomes = await Promise.allSettled([change("viewer"), change("owner")]);
    const refusal = outcomes.find(({ status }) => status === "rejected");
    expect(refusal).toMatchObject({ reason: { code: "precondition_failed" } });
    expect(await entriesOf(member)).toHaveLength(2);
  });
});

describe("listMembers", () => {
  test("gives every member once, page by page, in the order in which they came", async () => {
    const wanted: string[] = [];
    for (const [minute, name] of ["c", "a", "e", "b", "d"].entries()) {
      const now = () => new Date(NOW.getTime() + minute);
      const request = { organization: "paged", email: `${name}@example.com`, role: "viewer" as const };
      wanted.push((await addMember(OPERATOR, request, { ...deps(), now })).member.id);
    }
    const seen: string[][] = [];
    let after: string | null = null;
    do {
      const found = await listMembers(OPERATOR, { organization: "paged", limit: 2, after }, deps());
      seen.push(found.members.map(({ id }) => id));
      after = found.next;
    } while (after !== null);
    expect(seen.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(seen.flat()).toEqual(wanted);
    const all = await listMembers(OPERATOR, page(null), deps());
    expect(all.members.map(({ id }) => id)).toEqual(expect.arrayContaining(wanted));
  });

  test.each([0, 101, 1.5])("refuses a page of %d", async (limit) => {
    const query = { organization: null, limit, after: null };
    await refused(listMembers(OPERATOR, query, deps()), "validation_failed");
  });
});

describe("findMemberships", () => {
  test("gives every organization of a person, in any case of the address, as it is at this moment", async () => {
    await add("zeta", "eve@example.com", "viewer");
    const owner = await add("alpha", "eve@example.com", "owner");
    await add("alpha", "adam@example.com", "owner");
    const found = async () =>
      (await findMemberships(" EVE@example.com", deps())).map((membership) => [
        membership.organizationId,
        membership.organizationName,
        membership.role,
      ]);
    expect(await found()).toEqual([
      ["alpha", "alpha", "owner"],
      ["zeta", "zeta", "viewer"],
    ]);
    await changeMemberRole(OPERATOR, { id: owner.id, role: "editor" }, deps());
    expect((await found())[0]).toEqual(["alpha", "alpha", "editor"]);
    await removeMember(OPERATOR, { id: owner.id }, deps());
    expect(await found()).toEqual([["zeta", "zeta", "viewer"]]);
  });

  test.each(["nobody@example.com", "", "\u212Aate@example.com"])("gives none for %j", async (email) => {
    await add("zeta", "kate@example.com");
    expect(await findMemberships(email, deps())).toEqual([]);
  });
});

describe("activity", () => {
  test("notes who changed what, names the member by id, and an address goes with its member", async () => {
    const owner = as(await add("noted", "owner@example.com", "owner"));
    const member = await add("noted", "forgotten@example.com", "viewer", owner);
    await changeMemberRole(owner, { id: member.id, role: "editor" }, deps());
    await changeMemberRole(owner, { id: member.id, role: "editor" }, deps());
    await removeMember(OPERATOR, { id: member.id }, deps());
    const entries = (await entriesOf(member)).map(({ actor_type, actor_id, at, changes }) => [
      actor_type,
      actor_id,
      at,
      ...JSON.parse(String(changes)),
    ]);
    const at = NOW.toISOString();
    expect(entries).toHaveLength(3);
    expect(entries).toEqual(
      expect.arrayContaining([
        ["member", owner.id, at, { field: "role", to: "viewer" }],
        ["member", owner.id, at, { field: "role", from: "viewer", to: "editor" }],
        ["job", OPERATOR.id, at, { field: "role", from: "editor" }],
      ]),
    );
    const types = await rows("SELECT DISTINCT object_type FROM activity WHERE organization_id = ?1", "noted");
    expect(types).toEqual([{ object_type: "member" }]);
    const everything = await Promise.all(
      (
        await rows(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
        )
      ).map(({ name }) => rows(`SELECT * FROM ${name}`)),
    );
    expect(JSON.stringify(everything)).not.toContain("forgotten@example.com");
  });
});

describe.each<Fault>(["loses first answer", "commits late"])("a database that %s", (fault) => {
  test("makes every change once, and notes it once", async () => {
    const organization = `faulty ${fault}`;
    await add(organization, "other@example.com", "owner");
    const request = { organization, email: "ada@example.com", role: "owner" as const };
    const added = await addMember(OPERATOR, request, deps(fault));
    expect(added).toMatchObject({ already: false, member: { role: "owner" } });
    const { id } = added.member;
    expect(await changeMemberRole(OPERATOR, { id, role: "viewer" }, deps(fault))).toMatchObject({
      role: "viewer",
    });
    expect(await removeMember(OPERATOR, { id }, deps(fault))).toMatchObject({ id });
    expect(await membersOf(organization)).toHaveLength(1);
    expect(await entriesOf(added.member)).toHaveLength(3);
  });
});

test("a database that is down is a 503, and nothing is half done", async () => {
  const owner = await add("down", "owner@example.com", "owner");
  await refused(removeMember(OPERATOR, { id: owner.id }, deps("throws")), "service_unavailable");
  await refused(findMemberships("owner@example.com", deps("throws")), "service_unavailable");
  expect(await membersOf("down")).toEqual([owner]);
});
