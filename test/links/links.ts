import { newId, newShortId } from "../../src/core/ids.ts";
import type { Link, LinkRecord } from "../../src/links/link.ts";
import { linkStore } from "../../src/links/store.ts";
import { custom, definition } from "../retailers/definitions.ts";

/** When the links of tests were created. */
export const CREATED = new Date("2026-11-20T12:00:00.000Z");

/** A link that is in no store yet, of the project that `issueKey` creates. */
export function newLink(fields: Record<string, unknown> = {}, record: Partial<LinkRecord> = {}): Link {
  return {
    ...definition({ ...custom("https://example.com/welcome"), ...fields }),
    id: newId("lnk", CREATED),
    organizationId: "acme",
    shortId: newShortId(),
    domain: "",
    status: "active",
    urlType: "custom",
    destination: "https://example.com/welcome",
    version: 1,
    createdAt: CREATED.toISOString(),
    updatedAt: CREATED.toISOString(),
    revision: 1,
    ...record,
  };
}

/** Such a link, stored. */
export async function storedLink(
  db: D1Database,
  fields?: Record<string, unknown>,
  record?: Partial<LinkRecord>,
): Promise<Link> {
  const link = newLink(fields, record);
  await linkStore(db).create({ writes: [{ link, qrCode: null, claim: null }], request: null, rows: [] });
  return link;
}
