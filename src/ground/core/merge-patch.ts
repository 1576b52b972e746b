import { canonicalJson } from "./json.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Applies a JSON merge patch to `target`: https://www.rfc-editor.org/rfc/rfc7396. A removed member stays with the
 * value undefined, so that the schema of the result reports the removal of a required or unknown member.
 */
export function mergePatch(
  target: unknown,
  patch: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    const removed = value === null;
    merged.set(name, removed ? undefined : isObject(value) ? mergePatch(merged.get(name), value) : value);
  }
  // Not by assignment: a name such as `__proto__` has to become an own member, so that the schema can reject it.
  return Object.fromEntries(merged);
}

/**
 * The smallest merge patch from `from` to `to`: only the members that differ, and null for those that `to` lacks.
 * A merge patch can't set a member to null: such a member of `to` is left out unless `from` has it already.
 */
export function mergePatchBetween(
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const patch = new Map<string, unknown>();
  const [before, after] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, wanted] = [before.get(name), after.get(name)];
    if (wanted === undefined) {
      if (old !== undefined) patch.set(name, null);
    } else if (canonicalJson(old) === canonicalJson(wanted)) continue;
    else if (isObject(wanted)) patch.set(name, mergePatchBetween(isObject(old) ? old : {}, wanted));
    else if (wanted !== null) patch.set(name, wanted);
  }
  return Object.fromEntries(patch);
}
