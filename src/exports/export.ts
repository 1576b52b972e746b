import { DAY_MS } from "../core/days.ts";
import type { Origins } from "../core/origins.ts";

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

/** The path that downloads an archive. */
export const downloadPath = ({ token }: Export): string => `/exports/${token}.zip`;

/** What a downloaded archive is called. */
export const archiveName = ({ organizationId, createdAt }: Export): string =>
  `${organizationId} ${createdAt.slice(0, 10)}.zip`;
