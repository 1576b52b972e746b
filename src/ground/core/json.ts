/** The most arrays and objects in one another that texts of strangers may have. */
const MAX_DEPTH = 64;

export const TOO_DEEP = `must be nested at most ${MAX_DEPTH} levels deep`;

/** Why a text can't be read as JSON, as the end of a sentence. */
export class JsonProblem extends Error {}

/** Parses the JSON of a stranger. Throws JsonProblem if the text is invalid or nested too deep. */
export function parseJson(text: string): unknown {
  requireDepth(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonProblem("must be JSON");
  }
}

/** Runs before `JSON.parse`: 4 MiB of brackets become two million arrays, more than an isolate's memory. */
function requireDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        inString = !inString;
        break;
      case 0x5c: // \
        if (inString) at++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (!inString && ++depth > MAX_DEPTH) throw new JsonProblem(TOO_DEEP);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (!inString) depth--;
        break;
    }
  }
}

/** Whether a value is nested deeper than a text of strangers may be. */
export const isTooDeep = (value: unknown, levels = MAX_DEPTH): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1)));

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Decodes UTF-8, without a byte order mark. Throws `TypeError` for other bytes. */
export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

const encoder = new TextEncoder();

/** Whether a text takes more than `bytes` bytes in UTF-8. */
export const isLongerInUtf8 = (text: string, bytes: number): boolean =>
  // A UTF-16 unit takes at most three bytes, so that most texts need no encoding.
  text.length * 3 > bytes && encoder.encode(text).length > bytes;

/** `value` as JSON with the keys of every object sorted by code unit, so that equal bodies give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const object = value as Record<string, unknown>; // its keys are strings, as it comes from JSON
    const members = Object.keys(object).sort();
    return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

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
    const [old, target] = [before.get(name), after.get(name)];
    if (target === undefined) {
      if (old !== undefined) patch.set(name, null);
    } else if (canonicalJson(old) === canonicalJson(target)) continue;
    else if (isObject(target)) patch.set(name, mergePatchBetween(isObject(old) ? old : {}, target));
    else if (target !== null) patch.set(name, target);
  }
  return Object.fromEntries(patch);
}
