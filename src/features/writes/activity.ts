/** Who made a change. A member is stored by id only: names and emails are looked up for display. */
export interface ActivityActor {
  type: "api_key" | "member" | "job";
  id: string;
}

/** An actor for display. */
export interface NamedActor extends ActivityActor {
  /** The name of a key or the email of a member; null for a job and for a removed member. */
  name: string | null;
}

/** One changed field. `from` or `to` is absent if the field had, or has, no value. */
export interface FieldChange {
  /** As in the API, such as `tracking.utm.source`. */
  field: string;
  from?: unknown;
  to?: unknown;
}

export const ACTIVITY_OBJECTS = [
  "link",
  "qr_code",
  "project",
  "code_style",
  "organization",
  "domain",
  "api_key",
  "member",
  "shared_report",
  "webhook",
  "export",
  "day_note",
] as const;
/** The kind of object that an activity changes. */
export type ActivityObject = (typeof ACTIVITY_OBJECTS)[number];

/** One change of one object, through the API, a job or the command line. */
export interface Activity {
  id: string;
  organizationId: string;
  /** ISO 8601 in UTC. */
  at: string;
  actor: ActivityActor & { correlationId?: string | undefined };
  object: { type: ActivityObject; id: string };
  changes: FieldChange[];
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Free-form objects are compared as a whole, because their property names may contain dots. */
const WHOLE = ["metadata"];

/**
 * The changed fields between `before` and `after`, which are both JSON. Objects are compared member by member, lists
 * and metadata as a whole.
 */
export function changesBetween(before: object, after: object, prefix = ""): FieldChange[] {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((name): FieldChange[] => {
    const [old, now] = [from.get(name), to.get(name)];
    const field = prefix + name;
    if (isPlainObject(old) && isPlainObject(now) && !WHOLE.includes(field)) {
      return changesBetween(old, now, `${field}.`);
    }
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    return [{ field, ...(old !== undefined && { from: old }), ...(now !== undefined && { to: now }) }];
  });
}
