import type { ZipEntry } from "../../features/qr-codes/zip.ts";
import { DAY_MS } from "../../ground/core/days.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { KindOf, Run } from "../runs/run.ts";
import type { RunStore } from "../runs/run-store.ts";

/** The most exports of an organization at a time. */
export const MAX_EXPORTS = 5;

/** What an export writes. */
interface ExportContent {
  /** Anyone who has it can download the archive. */
  token: string;
  images: boolean;
  /** Of the URLs in the archive. */
  origins: Origins;
  /** How many links there were when it was started. */
  links: number;
}

/** An export of an organization. */
export type Export = Run<ExportContent, Progress>;
export type ExportStore = RunStore<ExportContent, Progress>;

export const downloadPath = ({ token }: ExportContent): string => `/exports/${token}.zip`;

/** What a downloaded archive is called. */
export const archiveName = ({ organizationId, createdAt }: Export): string =>
  `${organizationId} ${createdAt.slice(0, 10)}.zip`;

/** How far an export is, and where it continues. Everything before is in R2. */
export interface Progress {
  percent: number;
  /** How much of the archive is written. */
  bytes: number;
  /** The section of `sections.ts` that is written next, and after which of its rows; empty: from its beginning. */
  section: number;
  cursor: string;
  /** How many files of the section are written, and how many links they have. */
  files: number;
  links: number;
  /** The hosts that have sections of their own: one that is added or removed during the export changes no section. */
  hosts?: string[];
  entries: ZipEntry[];
  /** The multipart upload; null before its first part. */
  uploadId: string | null;
  parts: R2UploadedPart[];
  /** Counts what was added. The object with the bytes that fill no part yet is named after it. */
  step: number;
}

export const BEGINNING: Progress = {
  percent: 0,
  bytes: 0,
  section: 0,
  cursor: "",
  files: 0,
  links: 0,
  entries: [],
  uploadId: null,
  parts: [],
  step: 0,
};

export const EXPORTS: KindOf<ExportContent, Progress> = {
  kind: "export",
  beginning: BEGINNING,
  keptMs: DAY_MS,
  most: { running: 1, stored: MAX_EXPORTS },
};
