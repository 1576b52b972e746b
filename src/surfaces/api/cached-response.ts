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
