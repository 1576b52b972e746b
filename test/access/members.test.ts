import { describe, expect, test } from "vitest";
import type { Actor, Role } from "../../src/features/access/actor.ts";
import { findMemberships, listMembers } from "../../src/features/access/list-members.ts";
import { addMember, changeMember, removeMember } from "../../src/features/access/manage-members.ts";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { OPERATOR } from "../dependencies.ts";
import { as, NOW, page, refused, startMemberService } from "./members.ts";

const { service, deps, add, membersOf, rows, entriesOf } = await startMemberService();

describe("who manages members", () => {
  test("is not an editor, a viewer, or an API key with every scope", async () => {
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
        changeMember(actor, { id: actor.id, role: "owner" }, deps()),
        changeMember(actor, { id: owner.id, role: "viewer" }, deps()),
        removeMember(actor, { id: owner.id }, deps()),
        removeMember(actor, { id: actor.id }, deps()),
        listMembers(actor, page(null), deps()),
        listMembers(actor, page("managed"), deps()),
      ])
        await refused(attempt, "insufficient_scope", /^Only an owner /);
    }
    expect(await membersOf("managed")).toEqual(before);
  });

  test("is an owner, in the own organization", async () => {
    const owner = as(await add("owned", "owner@example.com", "owner"));
    const editor = await add("owned", "editor@example.com", "editor", owner);
    expect(await changeMember(owner, { id: editor.id, role: "viewer" }, deps())).toEqual({
      ...editor,
      role: "viewer",
    });
    expect((await listMembers(owner, page(null), deps())).members).toHaveLength(2);
    await removeMember(owner, { id: editor.id }, deps());
    expect((await listMembers(owner, page("owned"), deps())).members.map(({ id }) => id)).toEqual([owner.id]);
  });

  test("another organization and its members respond as if they did not exist", async () => {
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
      await refused(changeMember(owner, { id, role: "viewer" }, deps()), "not_found", message);
      await refused(removeMember(owner, { id }, deps()), "not_found", message);
      await refused(removeMember(editor, { id }, deps()), "insufficient_scope");
    }
    expect(await membersOf("theirs")).toEqual(before);
    expect(await rows("SELECT id FROM organizations WHERE id = 'none'")).toEqual([]);
  });
});

describe("addMember", () => {
  test("trims and lower-cases the email address, and creates the organization for a job", async () => {
    const member = await add("fresh", "  Ada.Lovelace+Shop@Example.COM \n", "owner");
    expect(member).toEqual({
      id: expect.stringMatching(/^mem_[0-9a-z]{26}$/),
      organizationId: "fresh",
      email: "ada.lovelace+shop@example.com",
      role: "owner",
      projects: "all",
      createdAt: NOW.toISOString(),
    });
    expect(await membersOf("fresh")).toEqual([member]);
    expect(await rows("SELECT id, name FROM organizations WHERE id = 'fresh'")).toEqual([
      { id: "fresh", name: "fresh" },
    ]);
  });

  test("changes nothing for the same role, and rejects another role", async () => {
    const member = await add("twice", "ada@example.com");
    const again = { organization: "twice", email: "ADA@example.com", role: "editor" as const };
    expect(await addMember(OPERATOR, again, deps())).toEqual({ member, already: true });
    const other = addMember(OPERATOR, { ...again, role: "owner" }, deps());
    await refused(other, "duplicate_identifier", /already a member, with the role editor\./);
    expect(await membersOf("twice")).toEqual([member]);
    expect(await entriesOf(member)).toHaveLength(1);
  });

  test("adds one member in several concurrent calls", async () => {
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
    // Its lower case is an ASCII k, so it would become another person's email address.
    ["a Kelvin sign", "\u212Aate@example.com"],
    ["letters outside of ASCII", "ädä@example.com"],
  ])("rejects an email address with %s", async (_, email) => {
    await expect(add("fresh", email)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "email" }],
    });
  });

  test.each(["../x", "$(id)", "a b"])("rejects a new organization called %j", async (organization) => {
    const request = { organization, email: "ada@example.com", role: "owner" } as const;
    await expect(addMember(OPERATOR, request, deps())).rejects.toMatchObject({
      code: "validation_failed",
      details: [expect.objectContaining({ field: "organization" })],
    });
  });

  test("lists every problem of the input", async () => {
    const input = { organization: "x".repeat(129), email: "ada", role: "king" as Role };
    await expect(addMember(OPERATOR, input, deps())).rejects.toMatchObject({
      details: [
        { field: "organization", message: "must have 1 to 128 characters" },
        { field: "email", message: "must be an email address, such as ada@example.com" },
        { field: "role", message: "must be one of owner, editor, viewer" },
      ],
    });
  });
});

describe("listMembers", () => {
  test("returns every member once, page by page, oldest first", async () => {
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
});

describe("findMemberships", () => {
  test("returns all current organizations of a person, for the email address in any case", async () => {
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
    await changeMember(OPERATOR, { id: owner.id, role: "editor" }, deps());
    expect((await found())[0]).toEqual(["alpha", "alpha", "editor"]);
    await removeMember(OPERATOR, { id: owner.id }, deps());
    expect(await found()).toEqual([["zeta", "zeta", "viewer"]]);
  });

  test.each(["nobody@example.com", "", "\u212Aate@example.com"])(
    "returns no organizations for %j",
    async (email) => {
      await add("zeta", "kate@example.com");
      expect(await findMemberships(email, deps())).toEqual([]);
    },
  );
});

test("the projects of a limited member are stored, listed and recorded, and an owner has all projects", async () => {
  const owner = await add("limited", "owner@example.com", "owner");
  await service.issueKey({ organization: "limited", createProjects: ["one", "two"] });
  const person = (email: string, role: Role, projects: string[]) =>
    addMember(OPERATOR, { organization: "limited", email, role, projects }, deps());
  await refused(person("eve@example.com", "editor", ["one", "three"]), "validation_failed");
  const { member, already } = await person("ada@example.com", "editor", ["one"]);
  expect([member.projects, already]).toEqual([["one"], false]);
  expect(await person("ada@example.com", "editor", ["one"])).toEqual({ member, already: true });
  await refused(person("ada@example.com", "editor", ["two"]), "duplicate_identifier");
  // A limit never becomes all projects silently.
  await refused(person("boss@example.com", "owner", ["one"]), "validation_failed");
  const boss = await add("limited", "boss@example.com", "owner");
  expect(boss.projects).toBe("all");
  expect(await membersOf("limited")).toEqual(expect.arrayContaining([owner, member, boss]));
  const changesOf = async (whose: typeof member) =>
    (await entriesOf(whose)).map(({ changes }) => JSON.parse(String(changes)));
  expect((await changesOf(member)).flat()).toContainEqual({ field: "projects", to: ["one"] });
  expect((await changesOf(boss)).flat().map(({ field }) => field)).not.toContain("projects");
  const changed = await changeMember(OPERATOR, { id: member.id, role: "editor", projects: ["two"] }, deps());
  expect(changed.projects).toEqual(["two"]);
  await refused(
    changeMember(OPERATOR, { id: member.id, role: "editor", projects: ["three"] }, deps()),
    "validation_failed",
  );
  expect(await changesOf(member)).toContainEqual([{ field: "projects", from: ["one"], to: ["two"] }]);
  await refused(
    changeMember(OPERATOR, { id: member.id, role: "owner", projects: ["two"] }, deps()),
    "validation_failed",
  );
  const promoted = await changeMember(OPERATOR, { id: member.id, role: "owner" }, deps());
  expect(promoted.projects).toBe("all");
});
