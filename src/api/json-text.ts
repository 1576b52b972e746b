import { ServiceError } from "../core/errors.ts";

const MAX_DEPTH = 64;

/** The `malformed_request` error with this message. */
export const malformed = (message: string): ServiceError => new ServiceError("malformed_request", message);

/**
 * The value of a JSON text. Throws `malformed_request` where JSON.parse fails, where an object names a property twice
 * (JSON.parse would keep the last value and lose the first), and where nesting is deeper than 64 levels.
 */
export function parseJson(text: string): unknown {
  const keys = countKeys(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("The body is not valid JSON.");
  }
  // Of two equal keys, JSON.parse kept one. Counting takes less time than comparing all keys of each object.
  if (keysIn(value) < keys) requireUniqueKeys(text);
  return value;
}

/** The number of keys in all objects of a value. */
function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const members: unknown[] = Object.values(value);
  return members.reduce<number>(
    (sum, member) => sum + keysIn(member),
    Array.isArray(value) ? 0 : members.length,
  );
}

/**
 * The number of keys in a JSON text: that of the colons outside of strings. Throws where nesting is too deep. It runs
 * before JSON.parse, so that a text with 100,000 open brackets never causes a deep recursion.
 */
function countKeys(text: string): number {
  let depth = 0;
  let keys = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > MAX_DEPTH) throw malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case 0x3a: // :
        keys++;
        break;
    }
  }
  return keys;
}

/** Runs after JSON.parse: the text is known to be valid, so a string before a colon is always a key. */
function requireUniqueKeys(text: string): void {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at);
        const keys = open.at(-1);
        if (keys && isKey(text, end)) {
          const raw = text.slice(at, end + 1);
          const key: string = raw.includes("\\") ? JSON.parse(raw) : raw.slice(1, -1);
          if (keys.has(key))
            throw malformed(`The body names the property ${JSON.stringify(key.slice(0, 100))} twice.`);
          keys.add(key);
        }
        at = end;
        break;
      }
      case 0x7b:
        open.push(new Set());
        break;
      case 0x5b:
        open.push(null);
        break;
      case 0x5d:
      case 0x7d:
        open.pop();
        break;
    }
  }
}

/** The index of the quote that ends the string at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
  return text.length;
}

function isKey(text: string, endOfString: number): boolean {
  let at = endOfString + 1;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === 0x3a; // :
}
