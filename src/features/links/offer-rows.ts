import { isDate, storedInstant } from "../../ground/core/times.ts";
import type { UrlType } from "../../ground/core/vocabulary.ts";
import { dayAfter, timeOfLocal, type Zone } from "../../ground/core/zone.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../../ground/platform/json-rows.ts";
import { zoneStore } from "../access/zone-store.ts";
import type { ChoiceOffer } from "../retailers/choice-offer.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { isReasonCode } from "../retailers/destination-reasons.ts";
import { choiceEntry } from "./choice-entry.ts";
import type { Link, LinkRecord, OfferDestination } from "./link.ts";

/** A row of `link_offers` as JSON. */
interface StoredOffer {
  key: string;
  /** Null for a removed offer. */
  place: number | null;
  urlType: UrlType;
  destination: string;
  reason: string | null;
  since: string;
}

/** SQL for a choice link's offers as JSON, including removed offers; null for other links. */
export const STORED_OFFERS = `CASE WHEN links.retailer = 'choice' THEN (
    SELECT json_group_array(json_object('key', key, 'place', place, 'urlType', url_type,
      'destination', destination, 'reason', destination_reason, 'since', since))
    FROM link_offers WHERE link_id = links.id) END`;

export function storedOffers(json: string): Pick<LinkRecord, "offerDestinations" | "removedKeys"> {
  // SQL built it from columns that this file alone writes.
  const stored = JSON.parse(json) as StoredOffer[];
  const offerDestinations = stored
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
  return { offerDestinations, ...(removedKeys.length > 0 && { removedKeys }) };
}

/** The columns that may change. */
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

/** The rows of a choice link's offers; empty for other links. */
function rowsOf(link: Link) {
  const offerDestinations = new Map(link.offerDestinations?.map((found) => [found.key, found]));
  return (choiceEntry(link)?.offers ?? []).flatMap(({ key, retailer, label, countries }, place) => {
    const found = offerDestinations.get(key);
    if (!found) return [];
    return {
      link_id: link.id,
      key,
      place,
      retailer,
      label,
      countries: countries ? JSON.stringify(countries) : null,
      url_type: found.urlType,
      destination: found.destination,
      destination_reason: found.reason ?? null,
      since: found.since,
    };
  });
}

/**
 * The statements that write the offers of choice links, in the transaction that writes the links; their number does not
 * depend on the number of links. They take effect for links that exist, if `written` is true.
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

/** The statement that marks offers as removed that a changed link no longer has. */
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

const isLocal = (text: string): boolean => !/(?:Z|[+-]\d\d:\d\d)$/i.test(text);

const timesOf = ({ when }: ChoiceOffer): string[] => [when?.from, when?.until].flatMap((text) => text ?? []);

/**
 * The definition with the times of its offers in UTC. Times without an offset are on the clocks of the organization, which
 * are looked up only for them.
 */
export async function withOfferTimes<D extends LinkDefinition>(
  definition: D,
  organizationId: string,
  { db, now }: { db: D1Database; now: () => Date },
): Promise<D> {
  const times = (definition.offers ?? []).flatMap(timesOf);
  if (times.length === 0) return definition;
  const zone = times.some(isLocal) ? await zoneStore(db, now).find(organizationId) : null;
  const offers = (definition.offers ?? []).map(({ when, ...offer }: ChoiceOffer) => ({
    ...offer,
    ...(when && {
      when: {
        ...when,
        ...(when.from !== undefined && { from: inUtc(when.from, zone) }),
        ...(when.until !== undefined && { until: inUtc(when.until, zone, true) }),
      },
    }),
  }));
  return { ...definition, offers };
}

/** A time in UTC, like those of offers. */
export const timeInUtc = async (
  text: string,
  organizationId: string,
  { db, now }: { db: D1Database; now: () => Date },
): Promise<string> => inUtc(text, isLocal(text) ? await zoneStore(db, now).find(organizationId) : null);

/** `isEnd`: a date is its end, not its start. */
function inUtc(text: string, zone: Zone | null, isEnd = false): string {
  if (!zone || !isLocal(text)) return storedInstant(text);
  if (isDate(text)) return zone.startOf(isEnd ? dayAfter(text) : text).toISOString();
  return timeOfLocal(text, zone)?.toISOString() ?? storedInstant(text);
}
