import { toHex } from "../core/digest.ts";

/** The entity tag that R2 would give `text`: its MD5, quoted. An image has the same tag whether R2 holds it or not. */
export async function md5Etag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("MD5", new TextEncoder().encode(text));
  return `"${toHex(new Uint8Array(digest))}"`;
}
