import { describe, expect, test } from "vitest";
import { addMember } from "../../src/features/access/manage-members.ts";
import { changeTimeZone } from "../../src/features/access/manage-organizations.ts";
import { renameProject } from "../../src/features/access/manage-projects.ts";
import { readOrganization } from "../../src/features/access/organization.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { intercepted } from "../faults/faults.ts";
import { useService } from "../use-service.ts";

/** Changes that collide with changes by others between their reads and writes. */
const service = await useService({}, "acme");
const { DB } = service.env;
await service.issueKey({ createProjects: ["main"] });
const deps = () => dependenciesOf(service.env);
const owner = memberOf("owner");
const notesOf = async (field: string) =>
  (
    await DB.prepare("SELECT changes FROM activity WHERE organization_id = 'acme' AND instr(changes, ?1) > 0")
      .bind(`"${field}"`)
      .all()
  ).results.length;

describe("others keep changing the same object first", () => {
  /** Renames the project `main`, while others rename it this many times, each time right after it was read. */
  async function renameAgainst(others: number): Promise<void> {
    const { projects, ...rest } = { ...deps(), db: DB };
    let met = 0;
    const find: typeof projects.find = async (organization, id) => {
      const found = await projects.find(organization, id);
      const rename = "UPDATE projects SET name = ?1 WHERE organization_id = 'acme' AND id = 'main'";
      if (met++ < others) await DB.prepare(rename).bind(`Other ${met}`).run();
      return found;
    };
    const change = { projectId: "main", name: "Wanted", idempotency: null };
    await renameProject(owner, change, { ...rest, projects: { ...projects, find } });
  }

  test("a project is renamed at the tenth attempt, and after ten attempts the caller gets a 503", async () => {
    await expect(renameAgainst(10)).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await deps().projects.find("acme", "main")).toMatchObject({ name: "Other 10" });
    await renameAgainst(9);
    expect(await deps().projects.find("acme", "main")).toMatchObject({ name: "Wanted" });
  });

  /** Sets the time zone, while others set another time zone this many times, each time right after it was read. */
  async function setZoneAgainst(others: number): Promise<void> {
    let met = 0;
    const db = intercepted(DB, async (name, call) => {
      const result = await call();
      if (name === "first" && met++ < others) await otherZone(met % 2 === 0 ? "Asia/Tokyo" : "Asia/Kolkata");
      return result;
    });
    await changeTimeZone(owner, { organizationId: "acme", timeZone: "Europe/Berlin" }, { ...deps(), db });
  }
  const otherZone = (zone: string) =>
    DB.prepare("UPDATE organizations SET time_zone = ?1 WHERE id = 'acme'").bind(zone).run();
  const zone = async () => (await readOrganization(DB, "acme")).timeZone;

  test("a time zone is set at the tenth attempt, and after ten attempts the caller gets a 503", async () => {
    await expect(setZoneAgainst(10)).rejects.toMatchObject({ code: "service_unavailable" });
    expect([await zone(), await notesOf("timeZone")]).toEqual(["Asia/Tokyo", 0]);
    await setZoneAgainst(9);
    expect([await zone(), await notesOf("timeZone")]).toEqual(["Europe/Berlin", 1]);
  });

  test("a time zone that somebody else replaces right after it was set is not set again", async () => {
    const db = intercepted(DB, async (name, call) => {
      const result = await call();
      if (name === "batch") await otherZone("Pacific/Auckland");
      return result;
    });
    const before = await notesOf("timeZone");
    await changeTimeZone(owner, { organizationId: "acme", timeZone: "America/Toronto" }, { ...deps(), db });
    expect([await zone(), await notesOf("timeZone")]).toEqual(["Pacific/Auckland", before + 1]);
  });
});

test("a member who is removed while being added again is a member afterwards", async () => {
  const { members, ...rest } = deps();
  const person = { organization: "acme", email: "ada@example.com", role: "editor" } as const;
  const first = await addMember(OPERATOR, person, deps());
  const add: typeof members.add = async (...what) => {
    const outcome = await members.add(...what);
    if (!outcome.made) await DB.prepare("DELETE FROM members WHERE id = ?1").bind(first.member.id).run();
    return outcome;
  };
  const again = await addMember(OPERATOR, person, { ...rest, members: { ...members, add } });
  expect(again.already).toBe(false);
  expect(await members.findByEmail("acme", person.email)).toEqual(again.member);
});
