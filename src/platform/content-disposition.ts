/** What a text becomes in the name of a file that every program reads: letters without accents, and nothing that quotes. */
const ascii = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|["\\%]/gu, "_");

/** The header by which a response names its file (RFC 6266): for all programs, and exactly for those that know UTF-8. */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii(name)}"${ascii(name) === name ? "" : `; filename*=UTF-8''${exact}`}`;
}
