import type { FieldChange } from "../audit/activity.ts";

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is no part of a definition: where jobs had the link redirect, and the host that an operator took it from. */
const COMPUTED = /^(?:(?:offers\.[a-z0-9-]+\.)?destination|domain)$/;

/** A definition as it was before these changes, which a link's history has. */
export const undone = (definition: Members, changes: readonly FieldChange[]): Record<string, unknown> =>
  changes
    .filter(({ field }) => !COMPUTED.test(field))
    .reduce<Record<string, unknown>>(
      // Only metadata may have dots in the names of its members, and it is noted as a whole.
      (members, { field, from }) => withMember(members, field.split("."), from),
      { ...definition },
    );

/** `members` with another value at a path; undefined removes it, and the objects that are empty without it. */
function withMember(members: Members, path: readonly string[], value: unknown): Record<string, unknown> {
  const [name = "", ...rest] = path;
  const inner = members[name];
  const next = rest.length === 0 ? value : withMember(isObject(inner) ? inner : {}, rest, value);
  const isGone = next === undefined || (rest.length > 0 && value === undefined && isEmpty(next));
  const others = Object.entries(members).filter(([key]) => key !== name);
  return Object.fromEntries(isGone ? others : [...others, [name, next]]);
}

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
