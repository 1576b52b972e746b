import { canonicalJson } from "../core/canonical-json.ts";
import { sha256Hex } from "../core/digest.ts";
import { validationFailed } from "../core/errors.ts";

/** What a cursor is bound to: the organization, and the filters as the caller named them. */
export interface CursorScope {
  organizationId: string;
  filters: Record<string, unknown>;
}

const CHECKSUM_LENGTH = 16;
const FORMAT = /^(lnk_[0-9a-z]{20,64})-([0-9a-f]{16})$/;

/** The cursor of the page after the link with this id. It names no key: access is judged anew at each page. */
export async function cursorAfter(linkId: string, scope: CursorScope): Promise<string> {
  return btoa(`${linkId}-${await checksum(linkId, scope)}`).replaceAll("=", "");
}

/** The id that a cursor goes on after. Throws `validation_failed` for any text that is no cursor of this scope. */
export async function readCursor(cursor: string, scope: CursorScope): Promise<string> {
  const [, linkId, sum] = FORMAT.exec(decode(cursor)) ?? [];
  if (
    linkId === undefined ||
    sum !== (await checksum(linkId, scope)) ||
    (await cursorAfter(linkId, scope)) !== cursor
  )
    throw validationFailed([
      { field: "cursor", message: "must be a nextCursor of this list, with the same filters" },
    ]);
  return linkId;
}

async function checksum(linkId: string, scope: CursorScope): Promise<string> {
  return (await sha256Hex(canonicalJson([linkId, scope.organizationId, scope.filters]))).slice(
    0,
    CHECKSUM_LENGTH,
  );
}

function decode(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}
