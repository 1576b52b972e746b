import { MAX_URL_LENGTH } from "../../ground/core/urls.ts";
import type { LinkState } from "../../ground/core/vocabulary.ts";
import type { SingleDestinationDefinition } from "../retailers/definition.ts";
import type { Destination } from "../retailers/destinations/destination-builder.ts";
import type { AvailabilityOutcome } from "../retailers/offer.ts";
import type { ProductSelection } from "../retailers/parts.ts";
import { impossibleProductIds } from "../retailers/product-ids.ts";

/** Possible problems of a link that can nevertheless be created. */
const WARNINGS = {
  link_inactive: "The link is switched off: shoppers get 410 until it is active again.",
  link_scheduled: "The link does not redirect yet: its schedule starts later.",
  link_ended: "The link no longer redirects: its schedule has ended.",
  product_id_format: "This can't be a product id of the retailer",
  product_unavailable:
    "The retailer reports a product as unavailable, and no backup is known to be available.",
  backups_not_checked:
    "The availability of the products is unknown, so the link points to the products, not to backups.",
  products_left_out: "The destination does not show every product of the link.",
  cart_needs_tag:
    "The retailer fills a cart only with a registered Associates tag, and for scans of printed codes only if tags are allowed on scans. Without it, one product opens its page; several open fallbackUrl, or else a page of this service that lists them.",
  fallback_missing: "This destination is a last resort. A fallbackUrl would replace it.",
  url_near_limit: `This URL is longer than 90% of the limit of ${MAX_URL_LENGTH} characters`,
  http_destination: "The destination is http, not https: browsers may warn shoppers or block it.",
  tag_on_printed_code:
    "A scan of a QR code opens a URL with an Associates tag. The Associates program does not allow tagged links in print.",
} as const;

export type WarningCode = keyof typeof WARNINGS;

/** A possible problem of a link. */
export interface Warning {
  code: WarningCode;
  message: string;
  /** The offer of a choice link, as in `offers[1]`; absent if the warning is about the link. */
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
  /** The link's state, as a shopper finds it. */
  state: LinkState;
}

/** Maximum fields named in one warning. */
const MAX_NAMED = 5;
const NEAR = 0.9;

/** The warnings about a choice link: its own and those of its offers, with the offer's index. */
export const choiceWarnings = (state: LinkState, offers: readonly Omit<WarnedLink, "state">[]): Warning[] => [
  ...stateWarnings(state),
  ...offers.flatMap((offer, index) =>
    warningsOf({ ...offer, state: "running" }).map((warning) => ({ ...warning, field: `offers[${index}]` })),
  ),
];

const STATE_WARNINGS = {
  off: "link_inactive",
  scheduled: "link_scheduled",
  ended: "link_ended",
} as const satisfies Partial<Record<LinkState, WarningCode>>;

type StateWarning = (typeof STATE_WARNINGS)[keyof typeof STATE_WARNINGS];

const isStateWarning = (code: WarningCode): code is StateWarning =>
  Object.values<WarningCode>(STATE_WARNINGS).includes(code);

function stateWarnings(state: LinkState): Warning[] {
  if (state === "running") return [];
  const code = STATE_WARNINGS[state];
  return [{ code, message: WARNINGS[code] }];
}

/** The warnings about a link, at most one per code. */
export function warningsOf(link: WarnedLink): Warning[] {
  const { definition, destination, scan, availability, state } = link;
  const { url, reason } = destination;
  const lastResort = reason === "search_page" || reason === "cart_in_part";
  const { rule, fields: wrongIds } = impossibleProductIds(definition);
  const found: Record<Exclude<WarningCode, StateWarning>, boolean | readonly string[]> = {
    product_id_format: wrongIds.map(({ field }) => field),
    product_unavailable: availability === "unavailable",
    backups_not_checked: availability === "unknown" && hasBackups(definition),
    products_left_out: leavesProductsOut(definition, destination, wrongIds),
    cart_needs_tag: (scan ?? destination).reason.startsWith("untagged_") || isEmptyCart(url),
    fallback_missing: lastResort && definition.fallbackUrl === undefined,
    url_near_limit: longUrls(definition, url),
    http_destination: /^http:/i.test(url),
    tag_on_printed_code: hasTagOnScans(link),
  };
  const others = WARNING_CODES.flatMap((code): Warning[] => {
    if (isStateWarning(code)) return [];
    const fields = found[code];
    if (typeof fields === "boolean") {
      const remedy = code === "products_left_out" && canFallBack(definition) ? FALL_BACK : "";
      return fields ? [{ code, message: `${WARNINGS[code]}${remedy}` }] : [];
    }
    if (fields.length === 0) return [];
    const example =
      code === "product_id_format" && rule ? ` Its ${rule.description}, such as ${rule.example}.` : "";
    return [{ code, message: `${WARNINGS[code]}: ${named(fields)}.${example}` }];
  });
  return [...stateWarnings(state), ...others];
}

function named(fields: readonly string[]): string {
  const more = fields.length - MAX_NAMED;
  return fields.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

const productsOf = ({ products }: SingleDestinationDefinition): readonly ProductSelection[] => products ?? [];

/** Backups matter only if the products decide the destination: lists and custom links keep products as notes. */
const hasBackups = (definition: SingleDestinationDefinition): boolean =>
  (definition.intent === "add_to_cart" || definition.intent === "product_detail") &&
  productsOf(definition).some(({ backupProductIds = [] }) => backupProductIds.length > 0);

const leavesProductsOut = (
  definition: SingleDestinationDefinition,
  { urlType, reason }: Destination,
  wrongIds: readonly { id: string }[],
): boolean => {
  const ids = new Set(productsOf(definition).map(({ retailerProductId }) => retailerProductId));
  if (ids.size < 2) return reason === "cart_in_part";
  const showsOne = urlType === "pdp" || reason === "search_page";
  const showsAll = urlType === "cart" || reason === "untagged_list_page";
  return showsOne || reason === "cart_in_part" || (showsAll && wrongIds.some(({ id }) => ids.has(id)));
};

/** The remedy for carts that a retailer does not have. A product link stays with its first product. */
const FALL_BACK = " With a fallbackUrl, the link opens that instead.";
const canFallBack = ({ intent, fallbackUrl }: SingleDestinationDefinition): boolean =>
  intent === "add_to_cart" && fallbackUrl === undefined;

/** Whether a URL is the marketplace's old cart, which stays empty. */
const isEmptyCart = (url: string): boolean =>
  /^https?:\/\/[^/]*\bamazon\.[a-z.]+\/gp\/aws\/cart\/add/i.test(url);

const longUrls = ({ customUrl, fallbackUrl }: SingleDestinationDefinition, destination: string): string[] =>
  Object.entries({ destination, customUrl, fallbackUrl }).flatMap(([field, url]) =>
    (url?.length ?? 0) > NEAR * MAX_URL_LENGTH ? [field] : [],
  );

/** The parameters with an Associates tag, on product pages and carts. */
const TAG = /[?&](?:tag|AssociateTag)=[^&#]/;
const MARKETPLACE_HOST = /^(?:[^.]+\.)*amazon(?:\.[a-z]{2,3}){1,2}$|^amzn\.to$/;

function hasTagOnScans({ destination, scan = destination }: WarnedLink): boolean {
  const host = URL.parse(scan.url)?.hostname;
  return host !== undefined && MARKETPLACE_HOST.test(host) && TAG.test(scan.url);
}
