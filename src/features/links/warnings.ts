import { plainUrl } from "../../ground/core/plain-url.ts";
import type { LinkState } from "../../ground/core/vocabulary.ts";
import type {
  AvailabilityOutcome,
  LinkDefinition,
  SingleDestinationDefinition,
} from "../retailers/definition.ts";
import { namedStores } from "../retailers/destinations/delivery-app-pages.ts";
import type { Destination } from "../retailers/destinations/destination-builder.ts";
import type { Doubt } from "../retailers/doubt.ts";
import { doubtsAbout } from "../retailers/doubts.ts";
import type { ProductSelection } from "../retailers/parts.ts";
import { possibleProducts } from "../retailers/product-ids.ts";
import type { RuleDoubt } from "../retailers/rule-doubts.ts";
import { urlsOf } from "./forbidden-urls.ts";
import { definitionParts } from "./link-part.ts";
import { LONG_URL, WARNING_CODES, WARNINGS, type Warning, type WarningCode } from "./warning-codes.ts";

/** A link, or an offer of a choice, to check. */
export interface WarnedLink {
  definition: SingleDestinationDefinition;
  /** Its URL is a path if the destination is on our own host. */
  destination: Destination;
  /** Where scans redirect, if elsewhere. */
  scan?: Destination | undefined;
  /** What the retailer reports; `unknown` if it was not queried or did not respond. */
  availability: AvailabilityOutcome;
  /** Stores in its options that are not in the list of stores, once there is a list. */
  unknownStores?: readonly string[] | undefined;
  /** The link's state, as a shopper finds it. */
  state: LinkState;
}

/** Maximum warnings with the same code about a link or offer. */
const MAX_SAME = 5;

/** The warnings about a choice link: its own and those of its offers, with the offer's index. */
export const choiceWarnings = (
  state: LinkState,
  offers: readonly Omit<WarnedLink, "state">[],
  rules: readonly RuleDoubt[] = [],
): Warning[] => [
  ...stateWarnings(state),
  ...told(rules),
  ...offers.flatMap((offer, index) => inOffer(warningsOf({ ...offer, state: "running" }), index)),
];

const inOffer = (warnings: readonly Warning[], index: number): Warning[] =>
  warnings.map(({ field, ...warning }) => ({
    ...warning,
    field: `offers[${index}]${field === undefined ? "" : `.${field}`}`,
  }));

const STATE_WARNINGS = {
  off: "link_inactive",
  scheduled: "link_scheduled",
  ended: "link_ended",
} as const satisfies Partial<Record<LinkState, WarningCode>>;

function stateWarnings(state: LinkState): Warning[] {
  if (state === "running") return [];
  const code = STATE_WARNINGS[state];
  return [{ code, message: WARNINGS[code] }];
}

type Found = Pick<Doubt, "hint"> & { code: WarningCode; field?: string };

/** The warnings about a link, in the order of the table. */
export function warningsOf(link: WarnedLink): Warning[] {
  const { definition, destination, scan, availability, state, unknownStores = [] } = link;
  const { url, reason } = destination;
  const lastResort = reason === "search_page" || reason === "cart_in_part";
  const ofLink: Partial<Record<WarningCode, boolean>> = {
    product_unavailable: availability === "unavailable",
    backups_not_checked: availability === "unknown" && hasBackups(definition),
    products_left_out: leavesProductsOut(definition, destination),
    cart_needs_tag: (scan ?? destination).reason.startsWith("untagged_") || isEmptyCart(url),
    fallback_missing: lastResort && definition.fallbackUrl === undefined,
    utm_not_added: losesUtm(definition, destination),
    http_destination: /^http:/i.test(url),
    tag_on_printed_code: tagIn(scan ?? destination) !== undefined,
    tag_format: [destination, scan ?? destination].some(hasUnlikelyTag),
  };
  const stores = namedStores(definition).filter(({ id }) => unknownStores.includes(id));
  const found: Found[] = [
    ...doubtsAbout(definition),
    ...stores.map(({ field }): Found => ({ code: "store_unknown", field })),
    ...longUrls(definition, url).map((field): Found => ({ code: "url_near_limit", field })),
    ...WARNING_CODES.filter((code) => ofLink[code]).map((code): Found => {
      const isRemedied = code === "products_left_out" && canFallBack(definition);
      return { code, ...(isRemedied && { hint: FALL_BACK }) };
    }),
  ];
  return [...stateWarnings(state), ...told(found)];
}

/** The URLs of a definition that are stored as sent, and read as what they stand for. */
export const urlWarnings = (definition: LinkDefinition): Warning[] =>
  told(
    urlsOf(definition).flatMap(({ field, text }): Found[] =>
      plainUrl(text) === text
        ? []
        : [{ code: "url_not_plain", field, hint: `Shoppers get ${plainUrl(text)}.` }],
    ),
  );

/** The warnings about a definition that need neither a destination nor a look-up. */
export function definitionWarnings(definition: LinkDefinition): Warning[] {
  const parts = definitionParts(definition).map((part) => told(doubtsAbout(part.definition)));
  return definition.retailer === "choice" ? parts.flatMap(inOffer) : parts.flat();
}

/** With their messages; of more than `MAX_SAME` with one code, the last says how many more there are. */
const told = (found: readonly Found[]): Warning[] =>
  WARNING_CODES.flatMap((code) => {
    const same = found.filter((each) => each.code === code);
    const more = same.length - MAX_SAME;
    return same.slice(0, MAX_SAME).map(({ field, hint }, index): Warning => {
      const rest = more > 0 && index === MAX_SAME - 1 && `The same is true of ${more} more.`;
      const message = [WARNINGS[code], hint, rest].filter(Boolean).join(" ");
      return { code, message, ...(field !== undefined && { field }) };
    });
  });

const productsOf = ({ products }: SingleDestinationDefinition): readonly ProductSelection[] => products ?? [];

/** Backups matter only if the products decide the destination: lists and custom links keep products as notes. */
const hasBackups = (definition: SingleDestinationDefinition): boolean =>
  (definition.intent === "add_to_cart" || definition.intent === "product_detail") &&
  productsOf(definition).some(({ backupProductIds = [] }) => backupProductIds.length > 0);

const leavesProductsOut = (
  definition: SingleDestinationDefinition,
  { urlType, reason }: Destination,
): boolean => {
  const products = productsOf(definition);
  const ids = new Set(products.map(({ retailerProductId }) => retailerProductId));
  if (ids.size < 2) return reason === "cart_in_part";
  const showsOne = urlType === "pdp" || reason === "search_page";
  const showsAll = urlType === "cart" || reason === "untagged_list_page";
  return (
    showsOne ||
    reason === "cart_in_part" ||
    (showsAll && possibleProducts(definition, products).length < products.length)
  );
};

/** The remedy for carts that a retailer does not have. A product link stays with its first product. */
const FALL_BACK = "With a fallbackUrl, the link opens that instead.";
const canFallBack = ({ intent, fallbackUrl }: SingleDestinationDefinition): boolean =>
  intent === "add_to_cart" && fallbackUrl === undefined;

/** Whether a URL is the marketplace's old cart, which stays empty. */
const isEmptyCart = (url: string): boolean =>
  /^https?:\/\/[^/]*\bamazon\.[a-z.]+\/gp\/aws\/cart\/add/i.test(url);

const longUrls = ({ customUrl, fallbackUrl }: SingleDestinationDefinition, destination: string): string[] =>
  Object.entries({ destination, customUrl, fallbackUrl }).flatMap(([field, url]) =>
    (url?.length ?? 0) > LONG_URL ? [field] : [],
  );

/** Whether the UTM values are not, or may not be, on the delivery app's page. */
function losesUtm({ intent, tracking }: SingleDestinationDefinition, { url, reason }: Destination): boolean {
  if (intent !== "shopping_list" && intent !== "recipe") return false;
  const values = Object.entries(tracking?.utm ?? {}).filter(([, value]) => value);
  const isMade = reason === "page_made" || reason === "page_kept";
  return values.some(
    ([key, value]) => !isMade || !url.includes(`utm_${key}=${encodeURIComponent(value ?? "")}`),
  );
}

/** The parameters with an Associates tag, on product pages and carts. */
const TAG = /[?&](?:tag|AssociateTag)=([^&#]+)/;
const MARKETPLACE_HOST = /^(?:[^.]+\.)*amazon(?:\.[a-z]{2,3}){1,2}$|^amzn\.to$/;

/** How the tags of all marketplaces end: `-20` in North America, `-21` in Europe, `-22` in Asia. */
const TAG_FORM = /-\d{2}$/;

/** The Associates tag in a marketplace's URL. */
const tagIn = ({ url }: Destination): string | undefined =>
  MARKETPLACE_HOST.test(URL.parse(url)?.hostname ?? "") ? TAG.exec(url)?.[1] : undefined;

/** Whether a marketplace's URL has a tag that can't be one. */
function hasUnlikelyTag(destination: Destination): boolean {
  const tag = tagIn(destination);
  return tag !== undefined && !TAG_FORM.test(tag);
}
