import { parseQrCodeId } from "../core/ids.ts";
import { DEADLINES, within } from "../platform/deadlines.ts";
import type { Log } from "../platform/log.ts";

/** Something of an organization that the service hosts: a list, the image of a QR code or a logo. */
export interface HostedFile {
  /** Selects a row if the organization ?1 has what ?2 names. */
  sql: string;
  id: string;
}

const OF_LINK = "SELECT 1 FROM links WHERE organization_id = ?1 AND";
const KINDS = {
  lists: `${OF_LINK} short_id = ?2`,
  qr: `${OF_LINK} id = ?2`,
  brands: "SELECT 1 FROM brands WHERE organization_id = ?1 AND logo = ?2",
} as const;

/** The file that a URL asks for; null if it asks for none. */
export function hostedFile(url: string): HostedFile | null {
  const [, kind = "", name = ""] = /^https?:\/\/[^/]+\/(lists|qr|brands)\/([\w.-]+)/.exec(url) ?? [];
  switch (kind) {
    case "lists":
      return { sql: KINDS.lists, id: name.toLowerCase() };
    case "qr":
      return { sql: KINDS.qr, id: parseQrCodeId(name.replace(/\.[a-z]+$/, ""))?.linkId ?? "" };
    case "brands":
      return { sql: KINDS.brands, id: name };
    default:
      return null;
  }
}

/** Whether an organization has this file. If D1 does not answer, it counts as having it. Never rejects. */
export async function hasFile(
  organizationId: string,
  { sql, id }: HostedFile,
  { db, log }: { db: D1Database; log: Log },
): Promise<boolean> {
  try {
    const asked = db.prepare(sql).bind(organizationId, id).first();
    return (await within(DEADLINES.redirect, asked)) !== null;
  } catch (cause) {
    log("error", "domain", { file: id, cause });
    return true;
  }
}
