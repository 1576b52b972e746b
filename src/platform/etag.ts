import { toHex } from "../core/digest.ts";

/**
 * The entity tag that R2 would give bytes, or a text in UTF-8: their MD5, quoted. An image has the same tag whether or not
 * R2 has it.
 */
export async function md5Etag(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = await crypto.subtle.digest("MD5", bytes);
  return `"${toHex(new Uint8Array(digest))}"`;
}
