import type { ServiceError } from "../../ground/core/errors.ts";
import { allRows, runBatch, settle } from "../../ground/platform/d1.ts";
import type { Activity } from "../writes/activity.ts";
import { wasRecorded } from "../writes/activity-store.ts";
import { quotaError } from "../writes/quota-check.ts";
import type { Rights } from "./manage-members.ts";
import type { Member } from "./member.ts";
import {
  addMemberStatements,
  changeMemberStatements,
  memberDemands,
  removeMemberStatements,
} from "./member-statements.ts";
import { organizationLike } from "./project-store.ts";

/** A membership as its member sees it. */
export interface Membership extends Member {
  organizationName: string;
  /** Null: not chosen yet. */
  timeZone: string | null;
}

/** Whether a change was made, and the member as it is afterwards; null if it does not exist. */
export interface MemberChange {
  made: boolean;
  member: Member | null;
}

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

/** Members in D1. Isolates don't cache them: a removal or another role applies immediately. */
export type MemberStore = ReturnType<typeof memberStore>;

/**
 * The members in `db`. Every change is one transaction with its activity. If D1's response to a change is lost, the
 * change is looked up before it is sent again. Each method may throw `service_unavailable`.
 */
export function memberStore(db: D1Database) {
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
    /** The member of an organization with this email address, in lower case. */
    async findByEmail(organizationId: string, email: string): Promise<Member | null> {
      const found = await rows(
        `${SELECT_MEMBERS} WHERE organization_id = ?1 AND email = ?2`,
        organizationId,
        email,
      );
      return found[0] ?? null;
    },
    /** Every membership of a person, by the name of the organization. */
    async membershipsOf(email: string): Promise<Membership[]> {
      type Row = MemberRow & Pick<Membership, "organizationName" | "timeZone">;
      return (await allRows<Row>(db, SELECT_MEMBERSHIPS, email)).map(fromRow);
    },
    /** Up to `limit` members of an organization (null: of all), oldest first, after `after`. */
    list: (organizationId: string | null, after: string | null, limit: number): Promise<Member[]> =>
      organizationId === null
        ? rows(`${SELECT_MEMBERS} WHERE id > ?1 ORDER BY id LIMIT ?2`, after ?? "", limit)
        : rows(
            `${SELECT_MEMBERS} WHERE organization_id = ?3 AND id > ?1 ORDER BY id LIMIT ?2`,
            ...[after ?? "", limit, organizationId],
          ),
    /** The error if a quota refused the member; null if something else was in the way. */
    quotaError: (member: Member, activity: Activity): Promise<ServiceError | null> =>
      quotaError(db, member.organizationId, memberDemands(member, activity)),
    /** Writes the member, unless the organization has one with this address, or a quota is used up. */
    add: (member: Member, createOrganization: boolean, activity: Activity): Promise<MemberChange> =>
      change(addMemberStatements(db, member, createOrganization, activity), member, activity),
    /** Changes the rights, unless the member has changed since it was read, or is the last owner. */
    change: (member: Member, to: Rights, activity: Activity): Promise<MemberChange> =>
      change(changeMemberStatements(db, member, to, activity), member, activity),
    /** Deletes the member, unless it has changed since it was read, or is the last owner. */
    remove: (member: Member, activity: Activity): Promise<MemberChange> =>
      change(removeMemberStatements(db, member, activity), member, activity),
  };
}
