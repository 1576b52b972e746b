import { CONDITION_WORDS } from "../../../features/retailers/offer-when.ts";
import { MARKETPLACES, type MarketplaceCountry, USUAL_COUNTRY } from "../../../ground/core/marketplaces.ts";
import { percentsOf } from "../../../ground/core/percents.ts";
import type { OfferRetailer, Retailer } from "../../../ground/core/vocabulary.ts";

/** How the offers of a choice are chosen: its `page.pick`. Absent: by the shopper, on a page. */
export type PickName = string | undefined;

/** Whether visits are redirected to one of the offers, without a page. */
export const isPicked = (pick: PickName | null): boolean => pick === "first" || pick === "split";

/** Where one offer sends people. */
export interface Place {
  retailer: OfferRetailer;
  label?: string | undefined;
  customUrl?: string | undefined;
  location?: { country?: MarketplaceCountry | undefined } | undefined;
  products?: readonly { retailerProductId: string }[] | undefined;
}

/** The sites of shops. Amazon's depends on the country. */
const SITES: Readonly<Record<Exclude<OfferRetailer, "custom" | "marketplace">, string>> = {
  bigbox_w: "walmart.com",
  bigbox_t: "target.com",
  grocer_a: "kroger.com",
  delivery_app: "instacart.com",
};

/** The name that was chosen for a place, or its site. */
function siteOf({ retailer, label, customUrl = "", location }: Place): string {
  if (label !== undefined && label !== "") return label;
  if (retailer === "marketplace") return MARKETPLACES[location?.country ?? USUAL_COUNTRY];
  if (retailer !== "custom") return SITES[retailer];
  return URL.parse(customUrl)?.host.replace(/^www\./, "") ?? customUrl;
}

/** The longest part of a URL in a name, in UTF-16 units. */
const MAX_PATH = 40;

/** What distinguishes places of one site: the path of a web page, or the first product; empty for one with a name of its own. */
function partOf({ retailer, label, customUrl = "", products }: Place, hasQuery: boolean): string {
  if (label) return "";
  if (retailer !== "custom") return products?.[0] ? ` ${products[0].retailerProductId}` : "";
  const url = URL.parse(customUrl);
  if (!url) return "";
  const path = hasQuery ? `${url.pathname}${url.search}${url.hash}` : url.pathname;
  return path.length > MAX_PATH ? `/…${path.slice(-MAX_PATH)}` : path;
}

/** The names of the offers of a choice: what they were named, or their sites; those of one site with path or product. */
export const placeNames = (offers: readonly Place[]): string[] =>
  namedPlaces(offers).map(({ site, part }) => `${site}${part}`);

/** Names for one line: of the same site, all but the first are paths or products alone: "shop.example/a", "/b". */
const shortNames = (offers: readonly Place[]): string[] =>
  namedPlaces(offers).map(({ site, part }, index, all) =>
    part !== "" && all.findIndex((each) => each.site === site) < index ? part.trim() : `${site}${part}`,
  );

/** Names for a table of one link: of a single site, paths or products alone, such as "/landing-a". */
export function tableNames(offers: readonly Place[]): string[] {
  const named = namedPlaces(offers);
  const isOneSite = named.every(({ site, part }) => site === named[0]?.site && part !== "");
  return named.map(({ site, part }) => (isOneSite ? part.trim() : `${site}${part}`));
}

function namedPlaces(offers: readonly Place[]): { site: string; part: string }[] {
  const sites = offers.map(siteOf);
  return offers.map((offer, index) => {
    const site = sites[index] ?? "";
    const same = offers.filter((_, at) => sites[at] === site);
    if (same.length === 1) return { site, part: "" };
    // Queries only where paths are equal.
    const paths = same.map((each) => partOf(each, false));
    return { site, part: partOf(offer, new Set(paths).size < paths.length) };
  });
}

/** A choice as far as this needs it. */
export interface Places {
  retailer: Retailer;
  page?: { pick?: PickName } | undefined;
  offers?:
    | readonly (Place & {
        countries?: readonly string[] | undefined;
        when?: object | undefined;
        weight?: number | undefined;
      })[]
    | undefined;
}

const AND = new Intl.ListFormat("en", { type: "conjunction" });
/** More kinds of conditions are "rules". */
const MAX_KINDS = 2;

/** How people are sent to one of several places, such as "by country"; undefined for a page to choose from and other links. */
export function sentBy({ retailer, page, offers = [] }: Places): string | undefined {
  if (retailer !== "choice" || !isPicked(page?.pick)) return undefined;
  if (page?.pick === "split") return "by chance";
  const names = offers.flatMap(({ countries, when = {} }) => [
    ...(countries ? ["countries"] : []),
    ...Object.entries(when).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  ]);
  const about = Object.entries(CONDITION_WORDS).flatMap(([name, words]) =>
    names.includes(name) ? words.about : [],
  );
  const kinds = [...new Set(about)];
  return `by ${kinds.length === 0 || kinds.length > MAX_KINDS ? "rules" : AND.format(kinds)}`;
}

/** The planned shares of the offers of a split in percent. */
export const plannedShares = (offers: readonly { weight?: number | undefined }[]): number[] =>
  percentsOf(offers.map(({ weight = 1 }) => weight));

/** Places in a line, such as "amazon.ca, walmart.com"; with the shares of a split: "70 % shop.example/a, 30 % /b". */
export function placesText({ page, offers = [] }: Places): string {
  const shares = page?.pick === "split" ? plannedShares(offers) : undefined;
  return shortNames(offers)
    .map((name, index) => (shares ? `${shares[index]} % ${name}` : name))
    .join(", ");
}

/** Where visits go that fit no offer; undefined if an offer takes everybody, or if the shopper chooses. */
export function restOf(
  pick: PickName,
  offers: readonly { isForAll: boolean }[],
  fallbackUrl: string | undefined,
): string | undefined {
  if (!isPicked(pick) || offers.length === 0 || offers.some(({ isForAll }) => isForAll)) return undefined;
  return fallbackUrl ? siteOf({ retailer: "custom", customUrl: fallbackUrl }) : "a page with all of these";
}

/** What a choice is called by how people are sent, and what it does. */
export const PICK_TITLES = {
  shopper: {
    title: "A page to choose from",
    hint: "Opens a page where people choose one of several shops.",
  },
  first: {
    title: "Different places by country, device or language",
    hint: "Each visit opens the first row that fits. The last row is for everybody else.",
  },
  split: {
    title: "Different places by chance",
    hint: "Divides visits among several places, such as two pages that you compare.",
  },
} as const;

/** The way people are sent, with the usual one for none. */
export const pickOf = (pick: PickName): keyof typeof PICK_TITLES =>
  pick === "first" || pick === "split" ? pick : "shopper";
