import { boundedRows, type FileRow } from "./file-rows.ts";
import type { LeftBehind } from "./import.ts";
import { DEFAULT_KEYS, type LinkService } from "./link-service.ts";
import { movedLink } from "./moved-links.ts";
import type { MovedRecord } from "./moved-rules.ts";
import { isSet } from "./moved-values.ts";

/** The most names of properties. */
const MAX_NAMES = 30;

/**
 * Keys that say nothing about where a link leads: ids, owners, counts and times of the other service, and forms of its
 * address.
 */
const ABOUT_THE_SERVICE =
  /^(?:.*ids?|uuid|hash|user|owner|creator|created(?:by|on)?|ip|domain|fullname|host|link|shortlink|shorturl|secureshorturl|qrcode|references|href|updated.*|modified.*|last.*|.*(?:clicks?|visits?|scans|views|hits|leads|sales|saleamount|conversions|summary|count|countasof)|integrated|status|source)$/;

/** The keys that become something here, or that `notCarriedOver` names with each link. */
function knownKeys(ofService: LinkService): Set<string> {
  const service: LinkService = { ...DEFAULT_KEYS, ...ofService };
  const {
    signatures,
    notCarriedOver = {},
    address,
    slug,
    url,
    title,
    tags,
    createdAt,
    visits,
    note,
  } = service;
  const { activeFrom, activeUntil, endedUrl, carried = "" } = service;
  const fields = [
    address,
    slug,
    url,
    title,
    tags,
    createdAt,
    visits,
    note,
    activeFrom,
    activeUntil,
    endedUrl,
  ];
  const keys = [...signatures, ...fields, carried].flatMap((each) => each?.split(" ") ?? []);
  return new Set([...keys, ...Object.keys(notCarriedOver)]);
}

/** The rows of links of another service, and what links here don't have, by name with the number of links. */
export interface MovedRows {
  rows: FileRow[];
  leftBehind: LeftBehind[];
}

/**
 * Moves the records of a service. `headings`: the names in the file by key. What a member of an object becomes counts for the
 * whole object.
 */
export async function movedRows(
  service: LinkService,
  headings: ReadonlyMap<string, string>,
  records: readonly { row: number; record: MovedRecord }[],
): Promise<MovedRows> {
  const known = [...knownKeys(service)];
  const unknown = [...headings].filter(
    ([key]) => key !== "" && !ABOUT_THE_SERVICE.test(key) && !known.some((each) => each.startsWith(key)),
  );
  const counts = new Map<string, number>();
  const rows = await boundedRows(records, ({ row, record }) => {
    const { cells, lost } = movedLink(service, record);
    const unused = unknown.flatMap(([key, name]) => (isSet(record.get(key)) ? [name] : []));
    for (const name of [...lost, ...unused]) counts.set(name, (counts.get(name) ?? 0) + 1);
    return { row, cells };
  });
  const named = [...counts].map(([name, links]) => ({ name, links }));
  return { rows, leftBehind: named.toSorted((one, other) => other.links - one.links).slice(0, MAX_NAMES) };
}
