import { crc32 } from "../../ground/core/digest.ts";
import { matchesEtag } from "./cached-response.ts";

const etagOf = (body: string): string => `"${crc32(body).toString(36)}"`;

/**
 * The entity tag of a link: its revision and a checksum of the body. Every change by a caller, also to a QR code, increments
 * the revision, and `If-Match` is compared with it. The checksum covers changes without a caller: a schedule begins, or a
 * job finds that a product is sold out.
 */
export const linkEtag = (revision: number, body: string): string => `"${revision}-${etagOf(body).slice(1)}`;

/**
 * The revisions in `If-Match`; null if it is absent or `*`. Weak tags are accepted too, although RFC 9110 requires a strong
 * comparison: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function revisionsIn(ifMatch: string | undefined): number[] | null {
  if (ifMatch === undefined || ifMatch.trim() === "*") return null;
  return ifMatch.split(",").flatMap((tag) => {
    const [, revision] = /^(?:W\/)?"([1-9]\d*)(?:-[0-9a-z]+)?"$/.exec(tag.trim()) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
}

/** A JSON response with `data` and its entity tag. `revision` is that of a link. */
export function taggedResponse(data: object, revision?: number): Response {
  const body = JSON.stringify({ data });
  const etag = revision === undefined ? etagOf(body) : linkEtag(revision, body);
  return new Response(body, { headers: { "Content-Type": "application/json", ETag: etag } });
}

/** The response, or 304 if the request's `If-None-Match` contains its entity tag. */
export function orNotModified(request: Request, response: Response): Response {
  const ifNoneMatch = request.headers.get("If-None-Match");
  const etag = response.headers.get("ETag");
  return ifNoneMatch !== null && etag !== null && matchesEtag(ifNoneMatch, etag)
    ? new Response(null, { status: 304, headers: { ETag: etag } })
    : response;
}
