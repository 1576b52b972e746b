import type { Link } from "../../features/links/link.ts";
import type { ZipEntry } from "../../features/qr-codes/zip.ts";
import { csvText } from "../../ground/core/csv-text.ts";
import type { ExportedSlug } from "./rows.ts";

/** A page of the rows of a section. */
export interface SectionPage {
  /** Lines of text, or one whole file. */
  content: string | Uint8Array;
  /** After which row the next page begins; null after the last. */
  next: string | null;
  /** How many links the page completes, as far as the section knows. */
  links: number;
}

/** Files of an archive that have the same form. Each is written page by page, and bounded. */
export interface Section {
  /** The name of the file with this number, counted from 1. */
  name(file: number): string;
  header?: string;
  /** `entries` are the files that are in the archive. */
  page(cursor: string, entries: readonly ZipEntry[]): Promise<SectionPage>;
}

/** A page of links, the newest first, and of every slug that each has or had. */
export type ReadLinks = (
  cursor: string,
) => Promise<{ links: { link: Link; slugs: readonly ExportedSlug[] }[]; next: string | null }>;

/** `links.jsonl`, `links-2.jsonl` and so on. */
export const numbered = (name: string, ending: string) => (file: number) =>
  `${name}${file === 1 ? "" : `-${file}`}.${ending}`;

/** One line of JSON for each row. */
export const jsonLines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** A section of CSV files with these columns. */
export function csvSection<Column extends string>(
  name: string,
  columns: readonly Column[],
  page: (
    cursor: string,
  ) => Promise<{ rows: Record<Column, string | number>[]; next: string | null; links: number }>,
): Section {
  const header = csvText(columns, []);
  return {
    name: numbered(name, "csv"),
    header,
    async page(cursor) {
      const { rows, ...rest } = await page(cursor);
      return { content: csvText(columns, rows).slice(header.length), ...rest };
    },
  };
}
