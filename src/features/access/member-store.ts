import type { ServiceError } from "../../ground/core/errors.ts";
import { allRows, runBatch, settle } from "../../ground/platform/d1.ts";
import type { Activity } from "../writes/activity.ts";
import { wasRecorded } from "../writes/activity-store.ts";
import { quotaError } from "../writes/quota-check.ts";
import type { Member, MemberChange, MemberStore, Membership, Rights } from "./member.ts";
import {
  addMemberStatements,
  changeMemberStatements,
  memberDemands,
  removeMemberStatements,
} from "./member-statements.ts";
import { organizationLike } from "./project-store.ts";

interface MemberRow extends Omit<Member, "projects"> {
  /** Null: all. */
  projects: string | null;
}

const SELECT_MEMBERS = `SELECT id, organization_id AS organizationId, email, role,
  created_at AS createdAt, projects FROM members`;

const SELECT_MEMBERSHIPS = `SELECT members.id, organization_id AS organizationId, email, role,
    members.created_at AS createdAt, projects, name AS organizationName, time_zone AS timeZone
  FROM members JOIN organizations ON organizations.id = members.organization_id
  WHERE email = ?1 ORDER BY name, organization_id`;

const fromRow = <Row extends MemberRow>({ projects, ...row }: Row) => ({
  ...row,
  projects: projects === null ? ("all" as const) : (JSON.parse(projects) as string[]), // written only here
});

/** For lists of activity: see `ObjectNames`. */
export const MEMBER_NAME = "SELECT email FROM members WHERE members.id = object_id";

/**
 * The members in `db`. Every change is one transaction with its activity. If D1's response to a change is lost, the
 * change is looked up before it is sent again. Each method may throw `service_unavailable`.
 */
export function memberStore(db: D1Database): MemberStore {
  const rows = async (sql: string, ...values: (string | number)[]): Promise<Member[]> => {
    const results = await allRows<MemberRow>(db, sql, ...values);
    return results.map(fromRow);
  };
  const find = async (id: string): Promise<Member | null> =>
    (await rows(`${SELECT_MEMBERS} WHERE id = ?1`, id))[0] ?? null;

  /** Executes the statements in one transaction. The activity shows whether they changed anything. */
  async function change(statements: D1PreparedStatement[], { id }: Member, activity: Activity) {
    const recorded = db
      .prepare("SELECT id FROM activity WHERE organization_id = ?1 AND id = ?2")
      .bind(activity.organizationId, activity.id);
    const read = db.prepare(`${SELECT_MEMBERS} WHERE id = ?1`).bind(id);
    const write = async (): Promise<MemberChange> => {
      const results = await runBatch<MemberRow>(db, [...statements, recorded, read]);
      const [entry, row] = [results.at(-2)?.results[0], results.at(-1)?.results[0]];
      return { made: entry !== undefined, member: row ? fromRow(row) : null };
    };
    return settle(write, async () =>
      (await wasRecorded(db, activity)) ? { made: true, member: await find(id) } : null,
    );
  }

  return {
    organizationLike: (id: string): Promise<string | null> => organizationLike(db, id),
    find,
    async findByEmail(organizationId: string, email: string): Promise<Member | null> {
      const found = await rows(
        `${SELECT_MEMBERS} WHERE organization_id = ?1 AND email = ?2`,
        organizationId,
        email,
      );
      return found[0] ?? null;
    },
    async membershipsOf(email: string): Promise<Membership[]> {
      type Row = MemberRow & Pick<Membership, "organizationName" | "timeZone">;
      return (await allRows<Row>(db, SELECT_MEMBERSHIPS, email)).map(fromRow);
    },
    list: (organizationId: string | null, after: string | null, limit: number): Promise<Member[]> =>
      organizationId === null
        ? rows(`${SELECT_MEMBERS} WHERE id > ?1 ORDER BY id LIMIT ?2`, after ?? "", limit)
        : rows(
            `${SELECT_MEMBERS} WHERE organization_id = ?3 AND id > ?1 ORDER BY id LIMIT ?2`,
            after ?? "",
            limit,
            organizationId,
          ),
    quotaError: (member: Member, activity: Activity): Promise<ServiceError | null> =>
      quotaError(db, member.organizationId, memberDemands(member, activity)),
    add: (member: Member, createOrganization: boolean, activity: Activity): Promise<MemberChange> =>
      change(addMemberStatements(db, member, createOrganization, activity), member, activity),
    change: (member: Member, to: Rights, activity: Activity): Promise<MemberChange> =>
      change(changeMemberStatements(db, member, to, activity), member, activity),
    remove: (member: Member, activity: Activity): Promise<MemberChange> =>
      change(removeMemberStatements(db, member, activity), member, activity),
  };
}
