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
