import { crc32 } from "../../ground/core/digest.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { md5Etag } from "../../ground/platform/http-headers.ts";

/** How long public texts are cached, in seconds, and so how long a deployment takes to show everywhere. */
const CACHED_SECONDS = 300;

/** A public text and its entity tag. */
export interface CachedText {
  text: string;
  etag: string;
}

/** Adds the entity tag to a text. */
export const cachedText = async (text: string): Promise<CachedText> => ({ text, etag: await md5Etag(text) });

/**
 * A cache of texts that depend only on the origins, because rendering one takes longer than any other public request. It
 * holds the texts for the most recent origins.
 */
export function textsByOrigins() {
  let cache = { origins: "", texts: new Map<string, CachedText>() };
  return async ({ api, shortLink }: Origins, name: string, write: () => string | Promise<string>) => {
    const origins = `${api} ${shortLink}`;
    if (cache.origins !== origins) cache = { origins, texts: new Map() };
    const { texts } = cache;
    const text = texts.get(name) ?? (await cachedText(await write()));
    texts.set(name, text);
    return text;
  };
}

/** A cacheable response with a public text, or 304 if the request already has it. `headers` are additional headers. */
export function cachedResponse(
  request: Request,
  { text, etag }: CachedText,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const shared = { ...headers, ETag: etag, "Cache-Control": `public, max-age=${CACHED_SECONDS}` };
  return matchesEtag(request.headers.get("If-None-Match"), etag)
    ? new Response(null, { status: 304, headers: shared })
    : new Response(text, { headers: { ...shared, "Content-Type": contentType } });
}

/** Whether `If-None-Match` contains the tag. Caches that compress a response weaken its tag. */
export const matchesEtag = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null &&
  (ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag));

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
