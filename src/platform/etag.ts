import { toHex } from "../core/digest.ts";

/** The entity tag that R2 would give `text`: its MD5, quoted. So an image has one tag wherever it comes from. */
export async function md5Etag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("MD5", new TextEncoder().encode(text));
  return `"${toHex(new Uint8Array(digest))}"`;
}
