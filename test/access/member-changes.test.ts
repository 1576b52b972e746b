import { describe, expect, test } from "vitest";
import type { Role } from "../../src/features/access/actor.ts";
import { findMemberships } from "../../src/features/access/list-members.ts";
import { addMember, changeMember, removeMember } from "../../src/features/access/manage-members.ts";
import { OPERATOR } from "../dependencies.ts";
import type { Fault } from "../faults/faults.ts";
import { as, NOW, refused, startMemberService } from "./members.ts";

const { service, deps, add, membersOf, rows, entriesOf } = await startMemberService();

/** Dependencies for `number` concurrent changes: each waits until all have read their member. */
function together(number: number) {
  const { members, ...others } = deps();
  const all = Promise.withResolvers<void>();
  let missing = number;
  const find: typeof members.find = async (id) => {
    const member = await members.find(id);
    if (--missing === 0) all.resolve();
    await all.promise;
    return member;
  };
  return { ...others, members: { ...members, find } };
}

test("a new owner is no longer limited to projects, and other members keep their limit", async () => {
  await service.issueKey({ organization: "limits", createProjects: ["main"] });
  const limited = {
    organization: "limits",
    email: "a@example.com",
    role: "editor",
    projects: ["main"],
  } as const;
  const { id } = (await addMember(OPERATOR, limited, deps())).member;
  const become = async (role: Role) => (await changeMember(OPERATOR, { id, role }, deps())).projects;
  expect(await become("viewer")).toEqual(["main"]);
  expect(await become("owner")).toBe("all");
  expect((await membersOf("limits")).map(({ projects }) => projects)).toEqual(["all"]);
});

describe("the last owner", () => {
  test("can't be removed or given another role", async () => {
    const owner = await add("alone", "owner@example.com", "owner");
    await add("alone", "editor@example.com");
    for (const actor of [OPERATOR, as(owner)]) {
      await refused(removeMember(actor, { id: owner.id }, deps()), "last_owner");
      for (const role of ["editor", "viewer"] as const)
        await refused(changeMember(actor, { id: owner.id, role }, deps()), "last_owner");
    }
    expect(await membersOf("alone")).toContainEqual(owner);
    expect(await entriesOf(owner)).toHaveLength(1);
  });

  test("can't leave although another organization has an owner", async () => {
    await add("elsewhere", "second@example.com", "owner");
    const owner = await add("alone-again", "owner@example.com", "owner");
    await refused(removeMember(OPERATOR, { id: owner.id }, deps()), "last_owner");
  });

  test("may leave if there is a second owner", async () => {
    const owner = await add("two", "owner@example.com", "owner");
    await add("two", "second@example.com", "owner");
    expect(await changeMember(as(owner), { id: owner.id, role: "viewer" }, deps())).toMatchObject({
      role: "viewer",
    });
    expect(await removeMember(OPERATOR, { id: owner.id }, deps())).toEqual({ ...owner, role: "viewer" });
  });

  test.each([
    ["both are removed", "remove", "remove"],
    ["both are demoted", "demote", "demote"],
    ["one is removed, one demoted", "remove", "demote"],
  ])("stays if %s concurrently", async (name, ...how) => {
    const organization = name.replace(/[ ,]+/g, "-");
    const owners = [
      await add(organization, "a@example.com", "owner"),
      await add(organization, "b@example.com", "owner"),
    ];
    const both = together(2);
    const outcomes = await Promise.allSettled(
      owners.map(({ id }, index) =>
        how[index] === "remove"
          ? removeMember(OPERATOR, { id }, both)
          : changeMember(OPERATOR, { id, role: "viewer" }, both),
      ),
    );
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(reasons).toEqual([expect.objectContaining({ code: "last_owner" })]);
    expect((await membersOf(organization)).filter(({ role }) => role === "owner")).toHaveLength(1);
  });
});

describe("two concurrent changes of one member", () => {
  test("of two concurrent removals, one gets 404", async () => {
    const { id } = await add("races", "gone@example.com");
    const both = together(2);
    const remove = () => removeMember(OPERATOR, { id }, both);
    const outcomes = await Promise.allSettled([remove(), remove()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refusal = outcomes.find(({ status }) => status === "rejected");
    expect(refusal).toMatchObject({ reason: { code: "not_found" } });
  });

  test("of two concurrent roles, one is rejected, and the activity has only the other", async () => {
    const member = await add("races", "torn@example.com");
    const both = together(2);
    const change = (role: Role) => changeMember(OPERATOR, { id: member.id, role }, both);
    const outcomes = await Promise.allSettled([change("viewer"), change("owner")]);
    const refusal = outcomes.find(({ status }) => status === "rejected");
    expect(refusal).toMatchObject({ reason: { code: "precondition_failed" } });
    expect(await entriesOf(member)).toHaveLength(2);
  });
});

describe("activity", () => {
  test("records who changed what, names the member by id, and the email address is deleted with the member", async () => {
    const owner = as(await add("noted", "owner@example.com", "owner"));
    const member = await add("noted", "forgotten@example.com", "viewer", owner);
    await changeMember(owner, { id: member.id, role: "editor" }, deps());
    await changeMember(owner, { id: member.id, role: "editor" }, deps());
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

/** The stored bytes of an organization. */
const storedBytes = async (organization: string): Promise<number> =>
  (await service.env.DB.prepare("SELECT stored_bytes AS n FROM organization_usage WHERE organization_id = ?1")
    .bind(organization)
    .first<number>("n")) ?? 0;

describe.each<Fault>(["loses first answer", "commits late"])("a database that %s", (fault) => {
  test("makes and records every change once", async () => {
    const organization = `faulty-${fault.replaceAll(" ", "-")}`;
    await add(organization, "other@example.com", "owner");
    const request = { organization, email: "ada@example.com", role: "owner" as const };
    const added = await addMember(OPERATOR, request, deps(fault));
    expect(added).toMatchObject({ already: false, member: { role: "owner" } });
    const { id } = added.member;
    expect(await changeMember(OPERATOR, { id, role: "viewer" }, deps(fault))).toMatchObject({
      role: "viewer",
    });
    expect(await removeMember(OPERATOR, { id }, deps(fault))).toMatchObject({ id });
    expect(await membersOf(organization)).toHaveLength(1);
    expect(await entriesOf(added.member)).toHaveLength(3);
  });

  test("counts the bytes of a change once", async () => {
    const taken = await Promise.all(
      [fault, null].map(async (each) => {
        const organization = `counted-${(each ?? "well").replaceAll(" ", "-")}-${fault.slice(0, 5)}`;
        await add(organization, "other@example.com", "owner");
        const before = await storedBytes(organization);
        const request = { organization, email: "ada@example.com", role: "owner" as const };
        const { member } = await addMember(OPERATOR, request, deps(each ?? undefined));
        await changeMember(OPERATOR, { id: member.id, role: "viewer" }, deps(each ?? undefined));
        return (await storedBytes(organization)) - before;
      }),
    );
    expect(taken[0]).toBeGreaterThan(0);
    expect(taken[0]).toBe(taken[1]);
  });
});

test("a database that is down gives 503, and no change is half done", async () => {
  const owner = await add("down", "owner@example.com", "owner");
  await refused(removeMember(OPERATOR, { id: owner.id }, deps("throws")), "service_unavailable");
  await refused(findMemberships("owner@example.com", deps("throws")), "service_unavailable");
  expect(await membersOf("down")).toEqual([owner]);
});
