import type { FieldChange } from "../audit/activity.ts";

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields outside the definition: destinations set by jobs, and the domain that an operator took back. */
const COMPUTED = /^(?:(?:offers\.[a-z0-9-]+\.)?destination|domain)$/;

/** A definition as it was before these changes from the link's history. */
export const undone = (definition: Members, changes: readonly FieldChange[]): Record<string, unknown> =>
  changes
    .filter(({ field }) => !COMPUTED.test(field))
    .reduce<Record<string, unknown>>(
      // Only keys of metadata may contain dots, and metadata is recorded as a whole.
      (members, { field, from }) => withMember(members, field.split("."), from),
      { ...definition },
    );

/** `members` with a new value at a path; undefined removes it, along with objects that become empty. */
function withMember(members: Members, path: readonly string[], value: unknown): Record<string, unknown> {
  const [name = "", ...rest] = path;
  const inner = members[name];
  const next = rest.length === 0 ? value : withMember(isObject(inner) ? inner : {}, rest, value);
  const isGone = next === undefined || (rest.length > 0 && value === undefined && isEmpty(next));
  const others = Object.entries(members).filter(([key]) => key !== name);
  return Object.fromEntries(isGone ? others : [...others, [name, next]]);
}

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
