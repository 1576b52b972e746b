import { crc32 } from "../core/digest.ts";
import { isNamed } from "./cached-response.ts";

/** The entity tag of a JSON text. */
const etagOf = (body: string): string => `"${crc32(body).toString(36)}"`;

/**
 * The entity tag of an answer about a link. It begins with the link's revision, which each change by a caller raises,
 * also of a QR code: that is what If-Match is compared with. The checksum of the body follows, because a body also
 * changes without a caller: when a schedule begins, or a job finds that a product is sold out.
 */
export const linkEtag = (revision: number, body: string): string => `"${revision}-${etagOf(body).slice(1)}`;

/**
 * The revisions of a link that the value of If-Match names; null where it is absent or takes every one. Weak tags are
 * accepted too, although RFC 9110 asks for a strong comparison:
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function revisionsIn(ifMatch: string | undefined): number[] | null {
  if (ifMatch === undefined || ifMatch.trim() === "*") return null;
  return ifMatch.split(",").flatMap((tag) => {
    const [, revision] = /^(?:W\/)?"([1-9]\d*)(?:-[0-9a-z]+)?"$/.exec(tag.trim()) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
}

/** The answer with `data` and its entity tag: that of a link with this revision, or of anything else. */
export function taggedResponse(data: object, revision?: number): Response {
  const body = JSON.stringify({ data });
  const etag = revision === undefined ? etagOf(body) : linkEtag(revision, body);
  return new Response(body, { headers: { "Content-Type": "application/json", ETag: etag } });
}

/** 304 in place of an answer whose entity tag the request names in If-None-Match, else the answer. */
export function unlessNamed(request: Request, answer: Response): Response {
  const ifNoneMatch = request.headers.get("If-None-Match");
  const etag = answer.headers.get("ETag");
  return ifNoneMatch !== null && etag !== null && isNamed(ifNoneMatch, etag)
    ? new Response(null, { status: 304, headers: { ETag: etag } })
    : answer;
}
