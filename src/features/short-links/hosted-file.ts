import { parseQrCodeId } from "../../ground/core/ids.ts";
import { DEADLINES, within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";

const OF_LINK = "SELECT 1 FROM links WHERE organization_id = ?1 AND";

/**
 * Whether an organization has what a URL requests: its list, the image of its QR code or its logo. True if D1 does not
 * respond. Never rejects.
 */
export async function hasFile(
  organizationId: string,
  url: string,
  { db, log }: { db: D1Database; log: Log },
): Promise<boolean> {
  const has = async (sql: string, id: string): Promise<boolean> => {
    const row = db.prepare(sql).bind(organizationId, id).first();
    return (await within(DEADLINES.redirect, row)) !== null;
  };
  const [, kind, name = ""] = /^https?:\/\/[^/]+\/(lists|qr|brands)\/([\w.-]+)/.exec(url) ?? [];
  try {
    switch (kind) {
      case "lists":
        return await has(`${OF_LINK} short_id = ?2`, name.toLowerCase());
      case "qr":
        return await has(`${OF_LINK} id = ?2`, parseQrCodeId(name.replace(/\.[a-z]+$/, ""))?.linkId ?? "");
      case "brands":
        return await has(
          "SELECT 1 FROM projects WHERE organization_id = ?1 AND settings ->> '$.brand.logo' = ?2",
          name,
        );
      default:
        return false;
    }
  } catch (cause) {
    log("error", "domain", { url: name, cause });
    return true;
  }
}
