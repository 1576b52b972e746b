import { md5Etag } from "../platform/etag.ts";

/** How long a public text may be kept without asking, in seconds. A deployment shows everywhere after that. */
const KEPT_S = 300;

/**
 * A public text that is the same for everybody and changes with a deployment alone: it may be kept, and asked for again by
 * its entity tag. `headers` are further ones.
 */
export async function keptResponse(
  request: Request,
  text: string,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const etag = await md5Etag(text);
  const kept = { ...headers, ETag: etag, "Cache-Control": `public, max-age=${KEPT_S}` };
  return isNamed(request.headers.get("If-None-Match"), etag)
    ? new Response(null, { status: 304, headers: kept })
    : new Response(text, { headers: { ...kept, "Content-Type": contentType } });
}

/** Whether If-None-Match names the tag. Caches that compress a text make its tag a weak one. */
export const isNamed = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null &&
  (ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag));
