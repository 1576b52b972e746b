import type { ZipEntry } from "../../features/qr-codes/zip.ts";
import { DAY_MS } from "../../ground/core/days.ts";
import type { Origins } from "../../ground/core/origins.ts";

/** How long an export is kept, in milliseconds: from its start, and again from its end. */
export const RETENTION_MS = DAY_MS;
/** The most exports of an organization at a time. */
export const MAX_EXPORTS = 5;

/** An export of an organization. Times are ISO 8601 in UTC. */
export interface Export {
  id: string;
  organizationId: string;
  /** Of the request that started it. */
  fingerprint: string;
  /** Anyone who has it can download the archive. */
  token: string;
  /** Whether the archive has the images of the codes. */
  images: boolean;
  /** Of the URLs in the archive. */
  origins: Origins;
  state: "running" | "done";
  /** How many links there were when it was started. */
  links: number;
  percent: number;
  /** How much of the archive is written. */
  bytes: number;
  createdAt: string;
  /** When the archive is deleted. */
  expiresAt: string;
}

export const downloadPath = ({ token }: Export): string => `/exports/${token}.zip`;

/** What a downloaded archive is called. */
export const archiveName = ({ organizationId, createdAt }: Export): string =>
  `${organizationId} ${createdAt.slice(0, 10)}.zip`;

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
