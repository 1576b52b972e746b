import type { PickedOffer, PickPreview } from "../../../features/links/preview-pick.ts";
import type { Warning, WarningCode } from "../../../features/links/warning-codes.ts";
import type { Reason, ReasonCode } from "../../../features/retailers/destination-reasons.ts";
import { CONDITION_WORDS } from "../../../features/retailers/offer-when.ts";
import { CATALOG_RETAILERS } from "../../../features/retailers/variants.ts";
import type { Commission } from "../../../features/short-links/earners.ts";
import { RETAILER_NAMES, type Retailer } from "../../../ground/core/vocabulary.ts";
import { withLabels } from "./form-labels.ts";

/** Why a link has its destination, by the code of the API's reason. */
const REASONS: Readonly<Record<ReasonCode, string>> = {
  custom_url: "Opens this web page.",
  product_page: "Opens the product page.",
  first_product_page: "This shop has no cart links, so the page of the first product opens.",
  backup_chosen: "A product is unavailable, so its first available backup replaces it.",
  cart: "Opens a cart with all products.",
  cart_by_items: "Opens a cart with all products, by item ids.",
  cart_by_offers: "Opens a cart with all products, by offer ids.",
  cart_in_part: "No cart can contain every product and there is no fallback URL, so the fullest cart opens.",
  unavailable_product_page: "The only product is unavailable, so its product page opens.",
  seller_choice_page: "The product page opens so that the shopper can choose a seller.",
  cart_impossible_page: "No cart can contain the product, so its product page opens.",
  untagged_product_page:
    "Amazon fills a cart only with an Associates tag. Without one, the product's page opens.",
  untagged_fallback: "Amazon fills a cart only with an Associates tag. Without one, the fallback URL opens.",
  untagged_list_page:
    "Amazon fills a cart only with an Associates tag. Without one, a page opens that lists all products, each with a button to Amazon.",
  unavailable_fallback:
    "Every product and every backup is sold out, so the fallback URL opens until one is available again.",
  fallback_url: "No cart or product page is possible, so the fallback URL opens.",
  search_page: "No cart or product page is possible and there is no fallback URL, so a search opens.",
  shop_named: "Opens the product page in the chosen store.",
  shop_per_visit:
    "Opens the product page in the first preferred store near the shopper. This is the first one.",
  first_preferred_shop: "Opens the product page in the first preferred store.",
  page_pending: "Instacart hasn't made the page yet. Until then, the fallback URL or our own page opens.",
  page_made: "Opens the page at Instacart.",
  page_kept: "Opens the previous page at Instacart, because there is no new one yet.",
  page_failed: "Instacart rejected the page, so the fallback URL or our own page opens.",
  choice_page: "Opens a page where the shopper chooses a shop.",
};

export const reasonText = ({ code }: Pick<Reason, "code">): string => REASONS[code];

/** What a choice opens that redirects visits itself, by its `page.pick`; undefined if the shopper chooses. */
export const pickText = (pick: string | undefined): string | undefined =>
  pick === "first"
    ? "Each visit opens the first place that fits."
    : pick === "split"
      ? "Each visit opens one of these by chance, without a cookie."
      : undefined;

/** Who gets the commission of clicks. */
export const commissionText = ({ settings, project = "the service", tag, url }: Commission): string =>
  `Commission: ${settings === "link" ? "this link's own tag" : project}, ${tag ?? url}`;

/** Why scans open something else than clicks. */
export const scanText = (reason: Pick<Reason, "code">): string =>
  reason.code.startsWith("untagged_")
    ? reasonText(reason)
    : "Amazon does not allow an Associates tag on printed codes, so scans open the page without it.";

type Misfit = NonNullable<PickedOffer["misfit"]>;

/** Why a visit does not get a shop. */
export function misfitText({ code, text }: Misfit): string {
  if (code === "unknown") return text;
  if (code === "sold_out") return "Sold out.";
  return code === "later" ? "An earlier row fits." : CONDITION_WORDS[code].shownMisfit;
}

/** What decides which shop a visit gets; undefined if it gets the page. */
export function outcomeText(picked: PickPreview | undefined): string | undefined {
  if (!picked) return undefined;
  const noneFits = picked.offers.every(({ fits }) => !fits);
  if (picked.outcome === "page")
    return noneFits ? "No row fits this visit, so the page with all of these opens." : undefined;
  if (picked.outcome === "fallback") return "No row fits this visit, so the fallback URL opens:";
  return picked.outcome === "split"
    ? "By chance for each visit, without a cookie."
    : "The first row that fits opens.";
}

/** Warnings whose text is the same for every link. */
const WARNINGS: Partial<Record<WarningCode, string>> = {
  link_inactive: "The link is off.",
  link_scheduled: "The link has not started yet.",
  link_ended: "The link has ended.",
  product_unavailable: "A product is unavailable, and so are its backups.",
  cart_needs_tag:
    "Amazon fills a cart only with an Associates tag, which printed codes must not have. Their scans open the product's page; for several products, the fallback URL or a page that lists them.",
  fallback_missing: "Add a fallback URL: no cart or product page is possible.",
  store_missing: "Name a store here, or choose any store.",
  store_ignored: "This store has no effect: the other choices name another store, or any store.",
  option_ignored: "Links of this kind don't use this.",
  http_destination: "The destination is http, so browsers may warn shoppers or block it.",
  tag_on_printed_code:
    "Scans open a URL with an Associates tag. Amazon does not allow tagged links in printed material.",
};

/** The retailer of a link, and those of its offers if it is a choice. */
interface Warned {
  retailer: Retailer;
  offers?: readonly { retailer: Retailer }[] | undefined;
}

/** A warning about a link or an offer, with labels instead of names of fields. */
export function warningText(
  { code, message, field }: Warning,
  { retailer, offers }: Warned,
  catalogs: ReadonlyMap<string, unknown>,
): string {
  const index = offerIndex(field);
  if (code !== "backups_not_checked") {
    const name = (field ?? "").replace(/^offers\[\d+\]\.?/, "");
    const label = name !== "" && name !== "destination" ? withLabels(name) : "";
    return `${label && `${label}: `}${WARNINGS[code] ?? withLabels(message)}`;
  }
  const concerned = index === null ? undefined : offers?.[index];
  return backupsNote(concerned?.retailer ?? retailer, catalogs) ?? NOT_REPORTED;
}

/** The position of the offer that a warning is about, from a field such as `offers[1].products[0]`; null for the link itself. */
export function offerIndex(field: string | undefined): number | null {
  const [, index] = /^offers\[(\d+)\]/.exec(field ?? "") ?? [];
  return index === undefined ? null : Number(index);
}

const NOT_REPORTED = "The shop didn't report availability, so no backup is used for now.";

/** Why a retailer's backups aren't used yet; undefined if they are. */
export function backupsNote(retailer: Retailer, catalogs: ReadonlyMap<string, unknown>): string | undefined {
  if (catalogs.has(retailer)) return undefined;
  const name = RETAILER_NAMES[retailer];
  return CATALOG_RETAILERS.some((each) => each === retailer)
    ? `Backups start once ${name} access is set up.`
    : `${name} doesn't report availability, so backups are stored but not used.`;
}
