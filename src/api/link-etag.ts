import type { Link } from "../links/link.ts";

/** The entity tag of a link and of its definition. Each change by a caller, also of a QR code, changes it. */
export const linkEtag = ({ revision }: Pick<Link, "revision">): string => `"${revision}"`;

/**
 * The revisions of a link that the value of If-Match names; null where it is absent or takes every one. Weak tags are
 * accepted too, although RFC 9110 asks for a strong comparison:
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function revisionsIn(ifMatch: string | undefined): number[] | null {
  if (ifMatch === undefined || ifMatch.trim() === "*") return null;
  return ifMatch.split(",").flatMap((tag) => {
    const [, revision] = /^(?:W\/)?"([1-9]\d*)"$/.exec(tag.trim()) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
}
