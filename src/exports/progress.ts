import type { ZipEntry } from "../qr-codes/zip.ts";

/** Where an export continues. Everything before is in R2. */
export interface Progress {
  /** The section of `sections.ts` that is written next, and after which of its rows; empty: from its beginning. */
  section: number;
  cursor: string;
  /** How many files of the section are written, and how many links they have. */
  files: number;
  links: number;
  /** The hosts that have sections of their own: one that is added or removed during the export changes no section. */
  hosts?: string[];
  /** The files that are in the archive. */
  entries: ZipEntry[];
  /** The multipart upload; null before its first part. */
  uploadId: string | null;
  parts: R2UploadedPart[];
  /** Counts what was added. The object with the bytes that fill no part yet is named after it. */
  step: number;
}

export const BEGINNING: Progress = {
  section: 0,
  cursor: "",
  files: 0,
  links: 0,
  entries: [],
  uploadId: null,
  parts: [],
  step: 0,
};
