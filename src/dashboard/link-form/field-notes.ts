import { backupsHint } from "./backups-hint.ts";

/** How many tags are suggested. */
const MAX_TAGS = 8;

/**
 * What there is to say of single fields besides their hints: why backups do nothing yet, and which tags were used lately,
 * so that a campaign is not tagged in two spellings.
 */
export const fieldNotes =
  (retailer: string, catalogs: ReadonlyMap<string, unknown>, tags: readonly string[]) =>
  (name: string): string | undefined => {
    if (/^products\[\d+\]\.backupProductIds$/.test(name)) return backupsHint(retailer, catalogs);
    if (name !== "tracking.tags" || tags.length === 0) return undefined;
    return `Used lately: ${tags.slice(0, MAX_TAGS).join(", ")}.`;
  };
