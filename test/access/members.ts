import { expect } from "vitest";
import { type Actor, memberActor, type Role } from "../../src/features/access/actor.ts";
import { listMembers } from "../../src/features/access/list-members.ts";
import { addMember } from "../../src/features/access/manage-members.ts";
import type { Member } from "../../src/features/access/member.ts";
import { memberStore } from "../../src/features/access/member-store.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { OPERATOR } from "../dependencies.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { useService } from "../use-service.ts";

/** When the verbs run. */
export const NOW = new Date("2026-11-21T12:00:00.000Z");

/** A member as an actor. */
export const as = (member: Member): Actor => memberActor(member);
/** The query for the first 100 members. */
export const page = (organization: string | null) => ({ organization, limit: 100, after: null });
/** Expects a call to fail with this error. */
export const refused = (call: Promise<unknown>, code: string, message: RegExp = /./) =>
  expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(message) });

/** Starts the service for tests of the verbs that manage members. */
export async function startMemberService() {
  const service = await useService();
  const deps = (fault?: Fault) => ({
    members: memberStore(fault ? faulty(service.env.DB, fault) : service.env.DB),
    projects: projectStore(service.env.DB),
    now: () => NOW,
  });
  const add = async (organization: string, email: string, role: Role = "editor", actor: Actor = OPERATOR) =>
    (await addMember(actor, { organization, email, role }, deps())).member;
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
  return { service, deps, add, membersOf, rows, entriesOf };
}
