const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Applies a JSON merge patch to `target`: https://www.rfc-editor.org/rfc/rfc7396. A removed member is kept with the
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
  // Not by assignment: a name such as `__proto__` has to become an own member, so that the schema can refuse it.
  return Object.fromEntries(merged);
}
