import { parseJson } from "../../ground/core/json.ts";
import { slugProblem } from "../../ground/core/slug.ts";
import { plain } from "./columns.ts";
import type { Cells } from "./import.ts";
import { type MovedRecord, ruleCells } from "./moved-rules.ts";
import { DEFAULT_KEYS, LINK_SERVICES, type LinkService } from "./services.ts";

/** The former address of a link, in `metadata.movedFrom`. */
interface MovedFrom {
  service: string;
  address?: string;
  createdAt?: string;
  visits?: number;
  note?: string;
  /** Properties of the link that this service does not have. */
  notCarriedOver?: readonly string[];
}

/** The longest name of a link, in characters. */
const MAX_NAME = 160;
/** How deep the links of a JSON document may be. */
const MAX_DEPTH = 4;

/** The service that has records with these keys. */
export const serviceOf = (keys: readonly string[]): LinkService | undefined =>
  LINK_SERVICES.find(({ signatures }) =>
    signatures.some((all) => all.split(" ").every((key) => keys.includes(key))),
  );

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object as a record: its members, and those of objects in it. */
function recordOf(object: object, prefix = ""): [string, unknown][] {
  return Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const key = prefix + plain(name);
    return [[key, value], ...(isObject(value) && prefix === "" ? recordOf(value, key) : [])];
  });
}

/** The links in a JSON document, wherever its service puts them: pages in an array, members of an object, one alone. */
export function recordsIn(value: unknown, depth = 0): { service: LinkService; record: MovedRecord }[] {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  if (!Array.isArray(value)) {
    const record = new Map(recordOf(value));
    const service = serviceOf([...record.keys()]);
    if (service) return [{ service, record }];
  }
  return Object.values(value).flatMap((inner) => recordsIn(inner, depth + 1));
}

const textIn = (value: unknown): string => {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "null" ? "" : text;
};

/** Whether a value says that the link has something. What is deeper in it counts. */
function isSet(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).some((inner) => isObject(inner) || isSet(inner));
  if (Array.isArray(value)) return value.length > 0;
  return value === true || !["", "0", "false", "[]", "{}"].includes(textIn(value).toLowerCase());
}

/**
 * A time in ISO 8601; a time without a zone is UTC, a number counts seconds or milliseconds. A date stays: it is a day of
 * the organization. Other text stays too.
 */
function instantIn(text: string): string {
  const isNumber = /^\d{9,13}$/.test(text);
  if (!isNumber && !/^\d{4}-\d{2}-\d{2}./.test(text)) return text;
  const isZoned = /(z|[+-]\d{2}:?\d{2})$/i.test(text);
  const time = isNumber
    ? Number(text) * (text.length > 11 ? 1 : 1_000)
    : Date.parse(isZoned ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

/** A number as people group its digits: 12,345 or 12.345 or 12 345. */
const numberIn = (text: string): number =>
  Number(
    text.replace(/^(\d{1,3})(?:[.,'’\s]\d{3})+$/, (grouped) => grouped.replace(/\D/g, "")) || Number.NaN,
  );

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", hellip: "…", ndash: "–", mdash: "—" },
  ...{ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", copy: "©", reg: "®", trade: "™", euro: "€" },
  ...{ auml: "ä", ouml: "ö", uuml: "ü", szlig: "ß", eacute: "é", egrave: "è", agrave: "à", ccedil: "ç" },
};

/** A text that was written as HTML. Unknown entities stay. */
const withoutEntities = (html: string): string =>
  html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (entity, decimal, hex, name: string = "") => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code).toWellFormed();
    return (name === name.toLowerCase() ? ENTITIES[name] : undefined) ?? entity;
  });

/** The path of a short URL, which may have no scheme. */
function backHalf(address: string): string {
  const url = URL.parse(/^https?:/i.test(address) ? address : `https://${address}`);
  const path = url?.pathname.replace(/^\/|\/$/g, "") ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function tagsIn(value: unknown, separator: string): string {
  let list: unknown = value;
  if (typeof value === "string") {
    list = value.split(separator);
    if (value.startsWith("["))
      try {
        list = parseJson(value);
      } catch {
        // Tags that begin with a bracket.
      }
  }
  const tags = (Array.isArray(list) ? list : [])
    .map((tag) => textIn(isObject(tag) && "name" in tag ? tag.name : tag))
    .filter((tag) => tag !== "");
  const own = [...new Set(tags)];
  return own.some((tag) => tag.includes("|")) ? JSON.stringify(own) : own.join(" | ");
}

/** The cells of an import for a link of another service. */
export function movedCells(ofService: LinkService, record: MovedRecord): Cells {
  const service = { ...DEFAULT_KEYS, ...ofService };
  const values = (keys = ""): unknown[] => keys.split(" ").map((key) => record.get(key));
  const text = (keys?: string): string =>
    values(keys)
      .map(textIn)
      .find((each) => each !== "") ?? "";
  // Of several addresses, the first is the one that somebody chose.
  const address = textIn(
    values(service.address)
      .flat()
      .find((each) => textIn(each) !== ""),
  );
  const slug = text(service.slug) || backHalf(address);
  const url = text(service.url);
  const visits = numberIn(text(service.visits));
  const title = service.hasEntities ? withoutEntities(text(service.title)) : text(service.title);
  const createdAt = instantIn(text(service.createdAt));
  const note = text(service.note);
  const lost = Object.entries(service.notCarriedOver ?? {}).flatMap(([key, name]) =>
    isSet(record.get(key)) ? [name] : [],
  );
  const ruled = ruleCells(service.rules?.(record) ?? [], url);
  lost.push(...ruled.lost);
  const movedFrom: MovedFrom = {
    service: service.name,
    ...(address && { address }),
    ...(createdAt && { createdAt }),
    ...(Number.isFinite(visits) && { visits }),
    ...(note && { note }),
    ...(lost.length > 0 && { notCarriedOver: [...new Set(lost)] }),
  };
  const cells = {
    name: [...(title || slug || url)].slice(0, MAX_NAME).join(""),
    retailer: "custom",
    intent: "custom_url",
    customUrl: url,
    slug,
    tags: values(service.tags)
      .map((value) => tagsIn(value, service.separator ?? ","))
      .join(""),
    activeFrom: instantIn(text(service.activeFrom)),
    activeUntil: instantIn(text(service.activeUntil)),
    endedUrl: text(service.endedUrl),
    metadata: JSON.stringify({ movedFrom }),
    ...ruled.cells,
  };
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ""));
}

/** The former address of a row's link; undefined for another row. */
function movedFromIn(metadata: unknown): object | undefined {
  const movedFrom = isObject(metadata) && "movedFrom" in metadata ? metadata.movedFrom : undefined;
  return isObject(movedFrom) ? movedFrom : undefined;
}

/** Properties of a moved link that this service does not have; undefined for another link. */
export function lossOf(metadata: unknown): { service: string; lost: string } | undefined {
  const movedFrom = movedFromIn(metadata);
  if (!movedFrom || !("service" in movedFrom) || !("notCarriedOver" in movedFrom)) return undefined;
  const { service, notCarriedOver } = movedFrom;
  if (typeof service !== "string" || !Array.isArray(notCarriedOver)) return undefined;
  return { service, lost: notCarriedOver.map(textIn).join(", ") };
}

/** The address that the link of a row had at another service, or its path; empty for another row. */
export function formerAddress({ metadata = "", slug = "" }: Cells): string {
  try {
    const movedFrom = movedFromIn(JSON.parse(metadata));
    const address = movedFrom && "address" in movedFrom ? textIn(movedFrom.address) : "";
    return movedFrom ? address.replace(/^https?:\/\//, "") || (slug && `/${slug}`) : "";
  } catch {
    return "";
  }
}

/** The host of the address that the link of a row had at another service, empty if it is unknown; undefined for another row. */
const formerHost = (cells: Cells): string | undefined =>
  cells.metadata?.includes('"movedFrom"')
    ? (/^[^/:]*/.exec(formerAddress(cells))?.[0].toLowerCase() ?? "")
    : undefined;

/**
 * Rows of another service whose links go to `domain`, empty for the default host. A back-half that is no slug, or that another
 * row has in another case, becomes a kept address if it was printed with this domain. With another host it stays
 * there, and the link gets a short id.
 */
export function withKeptAddresses<R extends { cells: Cells }>(rows: readonly R[], domain: string): R[] {
  const isHere = (cells: Cells): boolean => domain !== "" && ["", domain].includes(formerHost(cells) ?? "-");
  const spellings = Map.groupBy(
    new Set(rows.flatMap(({ cells }) => (cells.slug !== undefined && isHere(cells) ? [cells.slug] : []))),
    (slug) => slug.toLowerCase(),
  );
  return rows.map((row) => {
    const { slug, ...cells } = row.cells;
    const host = formerHost(row.cells);
    if (slug === undefined || host === undefined) return row;
    const isTwin = (spellings.get(slug.toLowerCase())?.length ?? 0) > 1;
    if (isHere(row.cells))
      return slugProblem(slug) === undefined && !isTwin
        ? row
        : { ...row, cells: { ...cells, keep: pathOf(slug) } };
    const isElsewhere = host !== "" && host !== domain;
    return isElsewhere && slugProblem(slug) !== undefined ? { ...row, cells } : row;
  });
}

/** The path of a back-half, in a cell. */
const pathOf = (backHalf: string): string => `/${encodeURI(backHalf).replace(/[?#]/g, encodeURIComponent)}`;
