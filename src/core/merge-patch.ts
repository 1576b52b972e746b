const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What a JSON merge patch makes of `target`: https://www.rfc-editor.org/rfc/rfc7396. A removed member stays as
 * undefined, so that the schema of the result names the removal of what is required or unknown, which would otherwise
 * go unnoticed.
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
  // Makes own members of names that mean something to JavaScript, too, for the schema to refuse.
  return Object.fromEntries(merged);
}
