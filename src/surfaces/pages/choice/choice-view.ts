import type { Language } from "../i18n/languages.ts";

/** The brand of a page: that of the link's project. */
export interface ShownBrand {
  name: string;
  logoUrl?: string | undefined;
  /** `#rrggbb`. Pages lighten or darken it until it is readable. */
  accent?: string | undefined;
  imprintUrl?: string | undefined;
  privacyUrl?: string | undefined;
}

/** A shop on a choice page. */
export interface ShownOffer {
  key: string;
  /** The shop's name as people read it. */
  label: string;
  /** The host of the destination, such as `amazon.com`. It is always shown. */
  host: string;
  soldOut: boolean;
}

/** What a shopper sees of a choice link. */
export interface ChoiceView {
  language: Language;
  /** The link's public name; without a name, the heading asks to choose a shop. */
  publicName?: string | undefined;
  /** The short link without its query. */
  url: string;
  /** The identifier of the scanned QR code, passed on to the shops; empty for a click. */
  qr: string;
  /** The parameters of the visit that the shops get, as they came; absent for none. */
  query?: string | undefined;
  imageUrl?: string | undefined;
  text?: string | undefined;
  offers: readonly ShownOffer[];
  /** Whether offers are hidden, which `?all=1` shows. */
  hasMore: boolean;
  /** Whether every offer is sold out, so that all are shown. */
  allSoldOut: boolean;
  /** The brand's text about commissions; `true`: our own text; absent if no offer has a tag. */
  disclosure?: string | true | undefined;
  /** Whether the next choice is remembered; absent if the page can't remember one. */
  remembers?: boolean | undefined;
  /** The label of the offer that is already remembered. */
  remembered?: string | undefined;
  brand?: ShownBrand | undefined;
  /** Whether the page repeats nothing, so that it is small for any texts. */
  isTerse?: boolean;
}
