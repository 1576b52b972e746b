import { allRows } from "../../ground/platform/d1.ts";
import {
  fromQrCodeRow,
  printedIdentifier,
  type QrCode,
  STORED_QR_CODE_COLUMNS,
  type StoredQrCodeRow,
} from "./qr-code.ts";

/** A code with the texts of its link for printing. */
export interface ChosenQrCode {
  qrCode: QrCode;
  link: {
    name: string;
    publicName: string | null;
    shortId: string;
    domain: string;
    slug: string | undefined;
    /** Its addresses that were printed before it was here. */
    addresses: { keep: readonly string[] };
    organizationId: string;
    projectId: string;
    /** In 14 digits; null without a GTIN. */
    gtin: string | null;
    /** The URL of its picture: that of its page with shops, or of its card. */
    pictureUrl: string | null;
  };
}

interface ChosenRow extends StoredQrCodeRow {
  name_of_link: string;
  public_name: string | null;
  short_id: string;
  domain: string;
  slug: string | null;
  /** JSON; null without kept addresses. */
  keep: string | null;
  organization_id: string;
  project_id: string;
  gtin: string | null;
  picture_url: string | null;
}

const COLUMNS = [
  ...STORED_QR_CODE_COLUMNS.map((column) => `qr_codes.${column}`),
  "links.name AS name_of_link",
  "links.public_name",
  "links.short_id",
  "links.domain",
  "links.slug",
  "links.content ->> '$.addresses.keep' AS keep",
  "links.organization_id",
  "links.project_id",
  "links.content ->> 'gtin' AS gtin",
  "coalesce(links.content ->> '$.page.imageUrl', links.content ->> '$.card.imageUrl') AS picture_url",
].join(", ");

/** `join` finds the codes for each value of the list, which is the outer loop and decides the order. */
const selectChosen = (join: string): string =>
  `SELECT ${COLUMNS} FROM json_each(?1) AS chosen CROSS JOIN qr_codes ON ${join}
   JOIN links ON links.id = qr_codes.link_id ORDER BY chosen.key`;

const BY_IDENTIFIER = selectChosen(
  "qr_codes.link_id = chosen.value ->> 0 AND qr_codes.identifier = chosen.value ->> 1",
);
const OF_LINKS = {
  phone: selectChosen("qr_codes.link_id = chosen.value AND qr_codes.is_default = 1"),
  till: selectChosen(
    `qr_codes.link_id = chosen.value AND qr_codes.identifier = ${printedIdentifier("chosen.value")}`,
  ),
};
/**
 * Which codes of links are chosen: their default codes, or for links with a GTIN the codes of their GTINs, which tills read
 * too.
 */
export type CodeOfLinks = keyof typeof OF_LINKS;

/** Several codes in one query, in the requested order; unknown codes are left out. */
export const chosenQrCodes = (
  db: D1Database,
  codes: readonly { linkId: string; identifier: string }[],
): Promise<ChosenQrCode[]> =>
  select(
    db,
    BY_IDENTIFIER,
    codes.map(({ linkId, identifier }) => [linkId, identifier]),
  );

/** A code of each of several links in one query, in the order of the links. */
export const qrCodeOfEachLink = (
  db: D1Database,
  linkIds: readonly string[],
  which: CodeOfLinks,
): Promise<ChosenQrCode[]> => select(db, OF_LINKS[which], linkIds);

async function select(db: D1Database, sql: string, chosen: readonly unknown[]): Promise<ChosenQrCode[]> {
  if (chosen.length === 0) return [];
  const results = await allRows<ChosenRow>(db, sql, JSON.stringify(chosen));
  return results.map((row) => ({
    qrCode: fromQrCodeRow(row),
    link: {
      name: row.name_of_link,
      publicName: row.public_name,
      shortId: row.short_id,
      domain: row.domain,
      slug: row.slug ?? undefined,
      // Validated before it was written.
      addresses: { keep: row.keep === null ? [] : (JSON.parse(row.keep) as string[]) },
      organizationId: row.organization_id,
      projectId: row.project_id,
      gtin: row.gtin,
      pictureUrl: row.picture_url,
    },
  }));
}
