import type { UrlType } from "../core/vocabulary.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../platform/json-rows.ts";
import { isReasonCode } from "../retailers/reasons.ts";
import { choiceEntry } from "./choice-entry.ts";
import type { Link, LinkRecord, OfferDestination } from "./link.ts";

/** An offer as `link_offers` has it, in JSON. */
interface StoredOffer {
  key: string;
  /** Null: it is gone. */
  place: number | null;
  urlType: UrlType;
  destination: string;
  reason: string | null;
  since: string;
}

/** The offers of a choice link as JSON, those that are gone included, in a query of `links`; null for other links. */
export const STORED_OFFERS = `CASE WHEN links.retailer = 'choice' THEN (
    SELECT json_group_array(json_object('key', key, 'place', place, 'urlType', url_type,
      'destination', destination, 'reason', destination_reason, 'since', since))
    FROM link_offers WHERE link_id = links.id) END`;

/** Where the offers in that JSON lead, and which are gone. */
export function storedOffers(json: string): Pick<LinkRecord, "leads" | "removedKeys"> {
  // SQL built it from columns that this file alone writes.
  const stored = JSON.parse(json) as StoredOffer[];
  const leads = stored
    .filter(({ place }) => place !== null)
    .map(
      ({ key, destination, urlType, reason, since }): OfferDestination => ({
        key,
        destination,
        urlType,
        ...(reason !== null && isReasonCode(reason) && { reason }),
        since,
      }),
    );
  const removedKeys = stored.filter(({ place }) => place === null).map(({ key }) => key);
  return { leads, ...(removedKeys.length > 0 && { removedKeys }) };
}

/** The columns that a change of an offer may change. */
const CHANGING = [
  "place",
  "retailer",
  "label",
  "countries",
  "url_type",
  "destination",
  "destination_reason",
  "since",
];
const COLUMNS = ["link_id", "key", ...CHANGING];
const CHANGED = CHANGING.map((column) => `${column} = excluded.${column}`);
const PUT_OFFERS = `${GIVEN_ROWS} INSERT INTO link_offers (${COLUMNS.join(", ")})
  SELECT ${givenValues(COLUMNS)} FROM given
  WHERE EXISTS (SELECT 1 FROM links WHERE id = value ->> 'link_id')`;

/** The row of each offer of a choice link; none for any other link. */
function rowsOf(link: Link) {
  const leads = new Map(link.leads?.map((lead) => [lead.key, lead]));
  return (choiceEntry(link)?.offers ?? []).flatMap(
    ({ key, retailer, label, countries, destination }, place) => {
      const lead = leads.get(key);
      if (!lead) return [];
      return {
        link_id: link.id,
        key,
        place,
        retailer,
        label,
        countries: countries ? JSON.stringify(countries) : null,
        url_type: lead.urlType,
        destination,
        destination_reason: lead.reason ?? null,
        since: lead.since,
      };
    },
  );
}

/**
 * The statements for the transaction that writes these links: the offers of those that are choices, as few statements for
 * many links as for one. They take effect for links that exist where `written` holds.
 */
export function offerStatements(
  db: D1Database,
  links: readonly Link[],
  written: Guard,
): D1PreparedStatement[] {
  const put = `${PUT_OFFERS} AND ${guardSql(written, 2)}
    ON CONFLICT (link_id, key) DO UPDATE SET ${CHANGED.join(", ")}`;
  return jsonRows(links.flatMap(rowsOf)).map((json) => db.prepare(put).bind(json, ...written.values));
}

/** The statement for the transaction that changes a link: offers that it no longer has are gone. */
export function removeOffersStatement(db: D1Database, link: Link, written: Guard): D1PreparedStatement {
  const kept = link.offers?.map(({ key }) => key) ?? [];
  return db
    .prepare(
      `UPDATE link_offers SET place = NULL
       WHERE link_id = ?1 AND place IS NOT NULL AND key NOT IN (SELECT value FROM json_each(?2))
         AND ${guardSql(written, 3)}`,
    )
    .bind(link.id, JSON.stringify(kept), ...written.values);
}
