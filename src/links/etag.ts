import { ServiceError } from "../core/errors.ts";
import type { LinkRecord } from "./link.ts";

/** The entity tag of a link and of its definition. Each change by a caller, also of a QR code, changes it. */
export const linkEtag = ({ revision }: Pick<LinkRecord, "revision">): string => `"${revision}"`;

/**
 * Throws `precondition_failed` unless `ifMatch`, the value of If-Match (null if absent), names the current entity tag.
 * Weak tags are accepted too, although RFC 9110 asks for a strong comparison:
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function requireMatch(ifMatch: string | null, link: Pick<LinkRecord, "revision">): void {
  if (ifMatch === null || ifMatch.trim() === "*") return;
  const tags = ifMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (tags.includes(linkEtag(link))) return;
  throw new ServiceError("precondition_failed", "The link has changed: If-Match does not name it as it is.");
}
