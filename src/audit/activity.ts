/** Who did it. A member is named by id only: names and addresses are looked up when they are shown. */
export interface ActivityActor {
  type: "api_key" | "member" | "job";
  id: string;
}

/** One field that a change made another. Absent: the field had, or has, no value. */
export interface FieldChange {
  /** As the API writes it, such as `tracking.utm.source`. */
  field: string;
  from?: unknown;
  to?: unknown;
}

export type ActivityObject = "link" | "qr_code" | "api_key" | "project" | "member";

/** One change of one object, by whichever surface. */
export interface Activity {
  id: string;
  organizationId: string;
  /** ISO 8601 in UTC. */
  at: string;
  actor: ActivityActor;
  object: { type: ActivityObject; id: string };
  changes: FieldChange[];
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Free-form objects, whose names may hold dots: they change as a whole. */
const WHOLE = ["metadata"];

/**
 * What makes `before` into `after`, field by field; both are JSON. Objects are compared by their members, lists and
 * metadata as a whole.
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
