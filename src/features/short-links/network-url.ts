import { marketplaceAt } from "../../ground/core/marketplaces.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import { readable } from "../../ground/core/urls.ts";
import { NETWORKS, type Network, networkOf } from "./networks.ts";

/** The retailers whose destinations can be in the URL of a network, with their domain and a product page to show. */
const SHOPS = {
  bigbox_w: { domain: "walmart.com", page: "https://www.walmart.com/ip/10450114" },
  bigbox_t: { domain: "target.com", page: "https://www.target.com/p/-/A-13474244" },
} as const;

/** A retailer whose destinations can be in the URL of a network. */
export type NetworkRetailer = keyof typeof SHOPS;

/** Where the URL of a network takes the destination. */
interface Slot {
  before: string;
  after: string;
  encoded: boolean;
}

/** The slot in the URL of a network, or why it can't be read: the end of a sentence that begins with the field. */
type ReadNetworkUrl = { slot: Slot } | { problem: string };

const problem = (text: string): ReadNetworkUrl => ({ problem: text });

/** Placeholders in brackets, of networks and of their help pages: `{url}`, `[[ENCODED_URL]]`, `<destination>`, `%%link%%`. */
const BRACKETED =
  /^(?:[{[<(]+|%{1,2}|!{3}|\$\{?)(?![^}]*(?:id|name|source)\b)[\w\s.:-]*(?:url|link|dest\w*|landing\w*|page|target)[\w\s.:-]*(?:[}\]>)]+|%{1,2}|!{3}|)$/i;
/** Words of people, where only a destination can be: YOUR_URL, "encoded destination url", "url", "xxx", "…". */
const WORDS =
  /^(?:(?:your|encoded|insert|the|target|destination|landing|deep|product)[\w\s-]*(?:url|link|page|here)|url|link|x{3,}|\.{3}|…)$/i;

/** Names that networks give to the parameter with the destination. */
const NAMES = new Set([
  ...NETWORKS.flatMap(({ parameters = [] }) => parameters),
  ...["deeplink", "dest", "destination", "goto", "link", "redirect", "return", "target", "to", "ulp"],
]);

/** What a parameter has. `sample`: a page of the retailer, as networks show it. `other`: the URL of another page. */
type Content = "empty" | "placeholder" | "sample" | "other" | "text";

/** At most this many encodings of a URL are read: networks show it with one or two. */
const ENCODINGS = 3;

/** `isNamed`: whether only a destination can be there. */
function contentOf(raw: string, retailer: NetworkRetailer, isNamed: boolean): Content {
  let text = raw;
  for (let round = 0; round <= ENCODINGS; round++) {
    const words = text.trim();
    if (words === "") return "empty";
    if (BRACKETED.test(words) || (isNamed && WORDS.test(words))) return "placeholder";
    const url = URL.parse(/^(?:https?:)?\/\//i.test(text) ? text.replace(/^\/\//, "https://") : "");
    const host = url?.hostname ?? /^([\w-]+(?:\.[\w-]+)+)(?:[/?]|$)/.exec(text)?.[1]?.toLowerCase();
    if (host !== undefined && isAt(host, retailer)) return "sample";
    if (url) return "other";
    text = readable(text);
  }
  return "text";
}

const isAt = (host: string, retailer: NetworkRetailer): boolean =>
  `.${host}`.endsWith(`.${SHOPS[retailer].domain}`) && !host.startsWith("goto.");

/** For whom the URL of a network is read, and with which sub-id. */
interface Wrapping {
  retailer: NetworkRetailer;
  subId: string;
}

interface Pair {
  /** As it was sent. */
  raw: string;
  name: string;
  content: Content;
  /** Whether parameters after it may belong to the destination: it has an unencoded question mark. */
  isOpen: boolean;
}

/** Where the URL of any network may have the sub-id. */
const SUB_ID = /\{subid\}|%7Bsubid%7D/gi;

/** `subId`: the value that a network's report names beside each order; empty for none. */
function readNetworkUrl(text: string, retailer: NetworkRetailer, subId: string): ReadNetworkUrl {
  const url = URL.parse(locationOf(text).replace(SUB_ID, subId));
  if (url?.protocol !== "https:") return problem("must be an https URL");
  if (url.username || url.password) return problem("must not contain credentials");
  const { domain } = SHOPS[retailer];
  if (SHOP_PAGES.test(url.hostname) || marketplaceAt(url.hostname) !== undefined)
    return problem(
      `must be the link of your affiliate network, such as ${sampleFor(retailer)}, not a page of the shop`,
    );
  const other = Object.values(SHOPS).find((shop) => url.hostname === `goto.${shop.domain}`);
  if (other && other.domain !== domain)
    return problem(`must be the link for ${domain}, such as ${sampleFor(retailer)}`);
  if (url.hash) return problem("must not have a part after #, which networks don't get");
  const network = networkOf(url);
  return network?.path
    ? inPath(url, network, network.path, { retailer, subId })
    : inQuery(url, network, { retailer, subId });
}

/** Hosts with pages of shops besides the marketplace's. */
const SHOP_PAGES = /^(?:(?:www|m|mobile|affil)\.)?(?:walmart|target|kroger|instacart)\.com$/;

const sampleFor = (retailer: NetworkRetailer): string => `https://goto.${SHOPS[retailer].domain}/c/1/2/3`;

/** The destination follows a path. */
function inPath(
  url: URL,
  { name, sample, subId: segment }: Network,
  { begin, between, encoded }: NonNullable<Network["path"]>,
  { retailer, subId }: Wrapping,
): ReadNetworkUrl {
  const start = begin.exec(url.pathname)?.[0] ?? url.pathname;
  const rest = url.pathname.slice(start.length).replace(/^\/(?:destination:)?/, "");
  const content = contentOf(rest, retailer, true);
  const isFree = (content === "empty" || content === "placeholder") && url.search === "";
  if (!isFree && content !== "sample")
    return problem(
      `must be pasted without its destination, which ${name} reads at the end, such as ${sample}`,
    );
  const isMarked = segment === undefined || subId === "" || start.includes(`/${segment}/`);
  const mark = isMarked ? "" : `/${segment}/${subId}`;
  return { slot: { before: url.origin + start + mark + between, after: "", encoded } };
}

/** The destination is a parameter, or a placeholder in the path of a network that is not in the table. */
function inQuery(url: URL, network: Network | undefined, { retailer, subId }: Wrapping): ReadNetworkUrl {
  const pairs = pairsOf(url, retailer);
  const [usual, ...others] = network?.parameters ?? ["u"];
  const isNamed = ({ name }: Pair) => [usual, ...others].includes(name.toLowerCase());
  const isPlace = ({ content }: Pair) => content === "placeholder" || content === "sample";
  const places = pairs.filter((pair) =>
    network
      ? isNamed(pair) || isPlace(pair)
      : isPlace(pair) || (pair.content === "empty" && NAMES.has(pair.name.toLowerCase())),
  );
  const segments = url.pathname.split("/");
  const inPathname = network ? [] : segments.filter((segment) => isPlaceholder(segment));
  const advice = network
    ? `must have its destination in ${usual} or none at all: paste it as ${network.sample.replace(SHOPS.bigbox_w.domain, SHOPS[retailer].domain)}`
    : "must have {url} where your network reads the destination, and no other destination";
  const [place, ...more] = places;
  if (more.length > 0 || inPathname.length > 1 || (place && inPathname.length > 0)) return problem(advice);
  if (inPathname.length === 1) return betweenSegments(url, segments, advice);
  if (!place && !network && pairs.some((pair) => isNamed(pair) || pair.content === "other"))
    return problem(advice);
  if (place && network && !isNamed(place)) return problem(advice);
  if (place && (place.content === "other" || place.content === "text")) return problem(advice);
  if (place?.isOpen && pairs.at(-1) !== place)
    return problem("must be pasted without its destination, as some parameters may belong to it");
  const kept = markedPairs(
    pairs.filter((pair) => pair !== place),
    network?.subId,
    subId,
  );
  const before = `${url.origin}${url.pathname}?${[...kept, `${place?.name ?? usual}=`].join("&")}`;
  return { slot: { before, after: "", encoded: true } };
}

/** The parameters of a network's URL with the sub-id, unless they have one. */
function markedPairs(pairs: readonly Pair[], name: string | undefined, subId: string): string[] {
  const raw = pairs.map((pair) => pair.raw);
  if (name === undefined || subId === "") return raw;
  const isNamed = (pair: Pair) => pair.name.toLowerCase() === name.toLowerCase();
  const found = pairs.find(isNamed);
  if (!found) return [...raw, `${name}=${subId}`];
  return found.content === "empty"
    ? pairs.map((pair) => (pair === found ? `${pair.name}=${subId}` : pair.raw))
    : raw;
}

const isPlaceholder = (segment: string): boolean => BRACKETED.test(readable(segment));

function betweenSegments(url: URL, segments: readonly string[], advice: string): ReadNetworkUrl {
  const index = segments.findIndex(isPlaceholder);
  const after = segments.slice(index + 1).map((segment) => `/${segment}`);
  // A visit's query is added to the last encoded URL.
  if (/https?%3a/i.test(url.search)) return problem(advice);
  const before = `${url.origin}${segments.slice(0, index).join("/")}/`;
  return { slot: { before, after: after.join("") + url.search, encoded: true } };
}

const pairsOf = ({ search }: URL, retailer: NetworkRetailer): Pair[] =>
  search
    .slice(1)
    .split("&")
    .filter((raw) => raw !== "")
    .map((raw) => {
      const at = raw.indexOf("=");
      const [name, value] = at < 0 ? [raw, ""] : [raw.slice(0, at), raw.slice(at + 1)];
      const content = contentOf(value, retailer, NAMES.has(name.toLowerCase()));
      return { raw, name, content, isOpen: value.includes("?") };
    });

/**
 * Why the URL of a retailer's network can't be used: the end of a sentence that begins with the field. Undefined: it can.
 * `isOwn` tells which URLs are on this service.
 */
export function networkUrlProblem(
  text: string,
  retailer: NetworkRetailer,
  isOwn: (url: URL) => boolean = () => false,
): string | undefined {
  const read = readNetworkUrl(text, retailer, "");
  if ("problem" in read) return read.problem;
  return isOwn(new URL(locationOf(text))) ? OWN_HOST : undefined;
}

/** The problem of a URL that would redirect to this service again. */
export const OWN_HOST = "must not point to this service";

/**
 * A destination in the URL of the retailer's network; as it is if that URL can't be used. `subId` is added where a known network or
 * the placeholder `{subid}` reads it, unless the URL has one of its own; empty for none.
 */
export function wrapped(
  networkUrl: string,
  retailer: NetworkRetailer,
  destination: string,
  subId: string,
): string {
  const read = readNetworkUrl(networkUrl, retailer, subId);
  if ("problem" in read) return destination;
  const { before, after, encoded } = read.slot;
  return before + (encoded ? encodeURIComponent(destination) : destination) + after;
}

/** A product page in the URL of the retailer's network, as an example; null if that URL can't be used. */
export const exampleIn = (networkUrl: string, retailer: NetworkRetailer): string | null =>
  networkUrlProblem(networkUrl, retailer) === undefined
    ? wrapped(networkUrl, retailer, SHOPS[retailer].page, "")
    : null;
