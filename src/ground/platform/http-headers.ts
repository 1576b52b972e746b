import { toHex } from "../core/digest.ts";

/**
 * Whether an `Accept` header names `mediaType` with a quality no lower than that of `other` (RFC 9110, 12.5.1). Wildcards
 * are ignored.
 */
export function prefers(accept: string | undefined, mediaType: string, other: string): boolean {
  const qualities = qualitiesIn(accept ?? "");
  const quality = qualities.get(mediaType) ?? 0;
  return quality > 0 && quality >= (qualities.get(other) ?? 0);
}

const qualitiesIn = (accept: string): Map<string, number> =>
  new Map(
    accept.split(",").map((range): [string, number] => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [type, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );

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
