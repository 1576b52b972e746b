import { bareHost } from "../../ground/core/domain-host.ts";
import type { OfferRetailer } from "../../ground/core/vocabulary.ts";
import { networkOf } from "./networks.ts";

/** Whose parameters say what is bought, where, and who earns the commission: a shop, by its hosts. */
interface Owner {
  hosts: RegExp;
  /** Decoded names, in any case. */
  names: RegExp;
}

/**
 * The parameters of each retailer's URLs that a visit may not have: those that our builders write, and others with the same
 * effect. A builder that writes another one adds it here.
 */
const OWNERS: Readonly<Record<Exclude<OfferRetailer, "custom">, Owner>> = {
  marketplace: {
    hosts: /(?:^|\.)(?:amazon(?:\.com?)?\.[a-z]{2,3}|amzn\.(?:com|to)|a\.co)$/,
    // https://affiliate-program.amazon.com/help/node/topic/GP38PJ6EUR6PFBEC, and the parameters of offers, sellers and searches.
    names:
      /^(?:(?:asin|quantity|offerlistingid|sellerid|merchantid)(?:\.\d+)?|tag|associatetag|associate-?id|awsaccesskeyid|subscriptionid|ascsubtag|linkcode|linkid|camp|creative|creativeasin|ref_?|smid|m|th|psc|k|(?:field-)?keywords|node|rh|i)$/,
  },
  bigbox_w: {
    hosts: /(?:^|\.)walmart\.(?:com|ca)$/,
    names:
      /^(?:items|offers|ap|quantity|storeid|store|q|query|selected\w*|sellerid|offerid|wmlspartner|sourceid|veh|affilid|affp\d|affcmpid|affiliates_ad_id|campaign_id|irgwc)$/,
  },
  bigbox_t: {
    hosts: /(?:^|\.)target\.com$/,
    names: /^(?:searchterm|preselect|tcin|quantity|storeid|afid|afsrc|clkid|lnm|irgwc)$/,
  },
  grocer_a: {
    hosts: /(?:^|\.)kroger\.com$/,
    names: /^(?:query|upc|quantity|storeid|locationid|divisionid|fulfillment|affiliateid|irgwc)$/,
  },
  delivery_app: {
    hosts: /(?:^|\.)instacart\.(?:com|ca)$/,
    names:
      /^(?:retailer_?slug|retailer_?key|retailer_?id|k|product_?id|quantity|shop_?id|aff_id|offer_id|affiliate_platform|irgwc)$/,
  },
};

/** What affiliate networks read in their own URLs, and what shops read to pay them. */
const OF_NETWORKS =
  /^(?:u|url|u1|murl|ued|p|urllink|to|dest|destination|deeplink|goto|link|redirect|target|ulp|mid|id|sid|sub_?id\d*|aff(?:_?sub\d*|track)|clickref\d*|sharedid|partnerpropertyid|(?:ir)?clickid|cjevent|ranmid|raneaid|ransiteid|awc|awinmid|awinaffid|sscid)$/;

/** The pages in a destination: its own, and those of URLs in it, encoded or not, as in the URL of a network. */
function pagesIn(destination: string): Pick<URL, "hostname" | "pathname">[] {
  const text = destination.replace(/%(?:25)*3a/gi, ":").replace(/%(?:25)*2f/gi, "/");
  return Array.from(
    text.matchAll(/https?:\/\/([^/?#&]*)([^?#&]*)/gi),
    ([, authority = "", pathname = ""]) => {
      const host = authority.slice(authority.lastIndexOf("@") + 1);
      return { hostname: bareHost(host).toLowerCase(), pathname };
    },
  );
}

/** Whether a page is that of a shop or of an affiliate network. */
const isOwner = (page: Pick<URL, "hostname" | "pathname">): boolean =>
  Object.values(OWNERS).some(({ hosts }) => hosts.test(page.hostname)) || networkOf(page) !== undefined;

const OWNED = [...Object.values(OWNERS).map(({ names }) => names), OF_NETWORKS];

/**
 * The parameters of a visit's query that a destination may have, as they came: at a shop or its network all but those that shops
 * and networks own, also behind a semicolon, which some servers read as `&`.
 */
export function withoutOwned(destination: string, pairs: readonly string[]): string[] {
  if (!pagesIn(destination).some(isOwner)) return [...pairs];
  const isOwned = (pair: string): boolean => {
    const name = parameterName(pair).trim().toLowerCase();
    return OWNED.some((names) => names.test(name));
  };
  return pairs.filter((pair) => !pair.split(";").some(isOwned));
}

/** The decoded name of a parameter, without what HTML leaves of an ampersand; as it is if it can't be decoded. */
export function parameterName(pair: string): string {
  const [encoded = ""] = pair.split("=", 1);
  const name = encoded.replace(/^(?:amp;)+/, "");
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
