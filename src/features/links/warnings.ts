import { plainUrl } from "../../ground/core/plain-url.ts";
import type { LinkState } from "../../ground/core/vocabulary.ts";
import type {
  AvailabilityOutcome,
  LinkDefinition,
  SingleDestinationDefinition,
} from "../retailers/definition.ts";
import { namedStores } from "../retailers/destinations/delivery-app-pages.ts";
import type { Destination } from "../retailers/destinations/destination-builder.ts";
import { type Doubt, doubtsAbout } from "../retailers/doubts.ts";
import { HEALTH_FILTERS } from "../retailers/line-items.ts";
import type { ProductSelection } from "../retailers/parts.ts";
import { possibleProducts } from "../retailers/product-ids.ts";
import { urlsOf } from "./forbidden-urls.ts";
import { definitionParts } from "./link-part.ts";

/** Longer URLs are rejected or cut by some servers, browsers and apps. */
const LONG_URL = 8_000;

/** Every warning about a link that can nevertheless be created, for messages, OpenAPI and the documentation. */
export const WARNINGS = {
  link_inactive: "The link is switched off: shoppers get 410 until it is active again.",
  link_scheduled: "The link does not redirect yet: its schedule starts later.",
  link_ended: "The link no longer redirects: its schedule has ended.",
  product_id_format: "This can't be a product id of the retailer.",
  looks_like_barcode: "This looks like the number on a package, not like a product id of the retailer.",
  product_unavailable:
    "The retailer reports a product as unavailable, and no backup is known to be available.",
  backups_not_checked:
    "The availability of the products is unknown, so the link points to the products, not to backups.",
  products_left_out: "The destination does not show every product of the link.",
  cart_needs_tag:
    "The retailer fills a cart only with a registered Associates tag, and for scans of printed codes only if tags are allowed on scans. Without it, one product opens its page; several open fallbackUrl, or else a page of this service that lists them.",
  fallback_missing: "This destination is a last resort. A fallbackUrl would replace it.",
  store_missing: "No store is named here, so the link opens without the store that its options ask for.",
  store_ignored: "This store has no effect.",
  store_unknown: "No store has this name in the list of stores, so the link may not open in it.",
  option_ignored: "Links of this retailer and purpose store this, but do not use it.",
  upc_not_sent:
    "This UPC is not sent to the delivery app, which accepts numbers of 12 to 14 digits, each for one item of a list.",
  filter_not_sent: `This filter is not sent to the delivery app, which knows ${HEALTH_FILTERS.join(", ")}.`,
  unit_unknown: "The delivery app does not know this unit, so shoppers may get another quantity.",
  amount_not_sent: "The item's measurements are sent instead of this. Leave it out.",
  utm_not_added:
    "If the delivery app's page has UTM values of its own, the link's UTM values are not added to it.",
  url_near_limit: `This URL is longer than ${LONG_URL} characters. Some browsers, apps and servers reject such URLs.`,
  url_not_plain:
    "This URL contains HTML codes, such as &amp;, or invisible characters, and is read without them.",
  http_destination: "The destination is http, not https: browsers may warn shoppers or block it.",
  tag_on_printed_code:
    "A scan of a QR code opens a URL with an Associates tag. The Associates program does not allow tagged links in print.",
} as const;

export type WarningCode = keyof typeof WARNINGS;

/** A possible problem of a link. */
export interface Warning {
  code: WarningCode;
  message: string;
  /** The field, as in `offers[1].location.storeId`, or the offer of a choice, as in `offers[1]`; absent for the whole link. */
  field?: string;
}

export const WARNING_CODES = Object.keys(WARNINGS) as [WarningCode, ...WarningCode[]]; // the keys of a constant with entries

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
export const choiceWarnings = (state: LinkState, offers: readonly Omit<WarnedLink, "state">[]): Warning[] => [
  ...stateWarnings(state),
  ...offers.flatMap((offer, index) => inOffer(warningsOf({ ...offer, state: "running" }), index)),
];

const inOffer = (warnings: readonly Warning[], index: number): Warning[] =>
  warnings.map(({ field, ...warning }) => ({
    ...warning,
    field: `offers[${index}]${field === undefined ? "" : `.${field}`}`,
  }));

/** Warnings that need no action. */
export const HARMLESS: readonly WarningCode[] = [
  "link_inactive",
  "link_scheduled",
  "link_ended",
  "backups_not_checked",
];

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
    tag_on_printed_code: hasTagOnScans(link),
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
const TAG = /[?&](?:tag|AssociateTag)=[^&#]/;
const MARKETPLACE_HOST = /^(?:[^.]+\.)*amazon(?:\.[a-z]{2,3}){1,2}$|^amzn\.to$/;

function hasTagOnScans({ destination, scan = destination }: WarnedLink): boolean {
  const host = URL.parse(scan.url)?.hostname;
  return host !== undefined && MARKETPLACE_HOST.test(host) && TAG.test(scan.url);
}
