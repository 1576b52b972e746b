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

/** An ASCII file name that every program can read: letters without accents, and no characters that need quoting. */
const ascii = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|["\\%]/gu, "_");

/** The header that names the file of a response (RFC 6266): in ASCII for all programs, and exactly in UTF-8. */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii(name)}"${ascii(name) === name ? "" : `; filename*=UTF-8''${exact}`}`;
}
