import { plain } from "./columns.ts";
import type { Cells } from "./import.ts";
import { DEFAULT_KEYS, type Keys, type LinkService } from "./link-service.ts";
import type { MovedFrom } from "./moved-from.ts";
import { type MovedRecord, ruleCells } from "./moved-rules.ts";
import { instantIn, isObject, isSet, numberIn, tagsIn, textIn, withoutEntities } from "./moved-values.ts";
import { LINK_SERVICES } from "./services.ts";

/** The longest name of a link, in characters. */
const MAX_NAME = 160;
/** The longest text of a preview in messengers. */
const MAX_CARD_TEXT = 300;
/** How deep the links of a JSON document may be. */
const MAX_DEPTH = 4;

/** The service that has records with these keys. */
export const serviceOf = (keys: readonly string[]): LinkService | undefined =>
  LINK_SERVICES.find(({ signatures }) =>
    signatures.some((all) => all.split(" ").every((key) => keys.includes(key))),
  );

/** An object as a record: its members, and those of objects in it. */
function recordOf(object: object, prefix = ""): [string, unknown][] {
  return Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const key = prefix + plain(name);
    return [[key, value], ...(isObject(value) && prefix === "" ? recordOf(value, key) : [])];
  });
}

/** A link of another service, with the names that its members have in the file, by key. */
interface FoundRecord {
  service: LinkService;
  record: MovedRecord;
  names: ReadonlyMap<string, string>;
}

/** The links in a JSON document, wherever its service puts them: pages in an array, members of an object, one alone. */
export function recordsIn(value: unknown, depth = 0): FoundRecord[] {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  if (!Array.isArray(value)) {
    const record = new Map(recordOf(value));
    const service = serviceOf([...record.keys()]);
    if (service)
      return [{ service, record, names: new Map(Object.keys(value).map((name) => [plain(name), name])) }];
  }
  return Object.values(value).flatMap((inner) => recordsIn(inner, depth + 1));
}

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

const valuesOf = (record: MovedRecord, keys: Keys = ""): unknown[] =>
  keys.split(" ").map((key) => record.get(key));

/** The first text of a record that one of these keys has; empty without one. */
const textOf = (record: MovedRecord, keys?: Keys): string =>
  valuesOf(record, keys)
    .map(textIn)
    .find((text) => text !== "") ?? "";

/** What a link has once. Two columns that say different things about it are ambiguous. */
const SINGLE = ["url", "slug", "activeFrom", "activeUntil", "endedUrl"] as const;

/** Whether a record says two different things about a property that a link has once. */
export function isAmbiguous(ofService: LinkService, record: MovedRecord): boolean {
  const service: LinkService = { ...DEFAULT_KEYS, ...ofService };
  return SINGLE.some((name) => {
    const texts = valuesOf(record, service[name]).map(textIn);
    return new Set(texts.filter((text) => text !== "")).size > 1;
  });
}

/** The UTM values of a record that its destination does not have already. */
function utmCells(record: MovedRecord, url: string): Record<string, string> {
  const search = URL.parse(url)?.searchParams;
  return Object.fromEntries(
    ["source", "medium", "campaign", "term", "content"].map((name) => [
      `utm_${name}`,
      search?.has(`utm_${name}`) ? "" : textIn(record.get(`utm${name}`)),
    ]),
  );
}

const cut = (text: string, most: number): string => [...text].slice(0, most).join("");

/** The preview of a record in messengers. */
function cardCells({
  title = "",
  text = "",
  imageUrl = "",
}: ReturnType<NonNullable<LinkService["card"]>> = {}) {
  return { card_title: cut(title, MAX_NAME), card_text: cut(text, MAX_CARD_TEXT), card_imageUrl: imageUrl };
}

/** The cells of an import for a link of another service, and the names of what links here can't do. */
export function movedLink(ofService: LinkService, record: MovedRecord): { cells: Cells; lost: string[] } {
  const service: LinkService = { ...DEFAULT_KEYS, ...ofService };
  const text = (keys?: Keys): string => textOf(record, keys);
  // Of several addresses, the first is the one that somebody chose.
  const address = textIn(
    valuesOf(record, service.address)
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
  const ruled = ruleCells(service.rules?.(record) ?? [], url, service.split?.(record, url) ?? []);
  const distinct = [...new Set([...lost, ...ruled.lost])];
  const movedFrom: MovedFrom = {
    service: service.name,
    ...(address && { address }),
    ...(createdAt && { createdAt }),
    ...(Number.isFinite(visits) && { visits }),
    ...(note && { note }),
    ...(distinct.length > 0 && { notCarriedOver: distinct }),
  };
  const cells = {
    name: cut(title || slug || url, MAX_NAME),
    retailer: "custom",
    intent: "custom_url",
    customUrl: url,
    slug,
    tags: valuesOf(record, service.tags).map(tagsIn).join(""),
    activeFrom: instantIn(text(service.activeFrom)),
    activeUntil: instantIn(text(service.activeUntil)),
    endedUrl: text(service.endedUrl),
    forwardQuery: service.forwardsQuery?.(record) ? "true" : "",
    ...(service.hasUtm && utmCells(record, url)),
    ...(service.card && cardCells(service.card(record))),
    metadata: JSON.stringify({ movedFrom }),
    ...ruled.cells,
  };
  const filled = Object.entries(cells).filter(([, cell]) => cell !== "");
  return { cells: Object.fromEntries(filled), lost: distinct };
}
