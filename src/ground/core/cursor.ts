import { crc32 } from "./digest.ts";
import { validationFailed } from "./errors.ts";

const CHECKSUM_LENGTH = 7;

/** A CRC-32 in base36 of the list and of the position in it. */
const checksum = (list: string, position: string): string =>
  crc32(`${list}\n${position}`).toString(36).padStart(CHECKSUM_LENGTH, "0");

/**
 * A cursor: an opaque text that marks the start of the next page of a list. `list` names the list with its organization and
 * filters. The cursor contains only a checksum of it, so that it is invalid for other lists. `position` is ASCII.
 */
export const encodeCursor = (list: string, position: string): string =>
  btoa(checksum(list, position) + position)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** The position in a cursor of this list. Throws `validation_failed` for any other text, as a problem of `field`. */
export function decodeCursor(list: string, cursor: string, field = "cursor"): string {
  const text = decode(cursor);
  const position = text?.slice(CHECKSUM_LENGTH);
  // Compared in encoded form, because decoding ignores some bits of the last base64 character.
  if (position && encodeCursor(list, position) === cursor) return position;
  throw validationFailed([{ field, message: "is not a cursor of this list" }]);
}

/** The page of a list of which one more item than `limit` was read, and the cursor of the next page; null after the last. */
export function pageOf<T>(list: string, found: readonly T[], limit: number, positionOf: (item: T) => string) {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor(list, positionOf(last)) : null };
}

function decode(cursor: string): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return null;
  try {
    return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
}
