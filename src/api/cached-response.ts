import type { Origins } from "../core/origins.ts";
import { md5Etag } from "../platform/response-headers.ts";

/** How long a public text may be kept without asking, in seconds. A deployment shows everywhere after that. */
const CACHED_SECONDS = 300;

/** A public text that is the same for everybody, and its entity tag. */
export interface KeptText {
  text: string;
  etag: string;
}

/** A text with its entity tag. */
export const cachedText = async (text: string): Promise<KeptText> => ({ text, etag: await md5Etag(text) });

/**
 * Texts that depend on the origins alone: each is written once, at the first request for it, as writing one takes longer
 * than anything else that needs no key. Those of the origins that were asked for last are kept.
 */
export function textsByOrigins() {
  let kept = { origins: "", texts: new Map<string, KeptText>() };
  return async ({ api, shortLink }: Origins, name: string, write: () => string | Promise<string>) => {
    const origins = `${api} ${shortLink}`;
    if (kept.origins !== origins) kept = { origins, texts: new Map() };
    const { texts } = kept;
    const text = texts.get(name) ?? (await cachedText(await write()));
    texts.set(name, text);
    return text;
  };
}

/** The answer with a public text, which may be kept and asked for again by its entity tag. `headers` are further ones. */
export function cachedResponse(
  request: Request,
  { text, etag }: KeptText,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const kept = { ...headers, ETag: etag, "Cache-Control": `public, max-age=${CACHED_SECONDS}` };
  return isNamed(request.headers.get("If-None-Match"), etag)
    ? new Response(null, { status: 304, headers: kept })
    : new Response(text, { headers: { ...kept, "Content-Type": contentType } });
}

/** Whether If-None-Match names the tag. Caches that compress a text make its tag a weak one. */
export const isNamed = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null &&
  (ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag));
