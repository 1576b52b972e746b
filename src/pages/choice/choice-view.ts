import type { Language } from "../i18n/languages.ts";

/** The brand that a page carries: that of the link's project. */
export interface ShownBrand {
  name: string;
  logoUrl?: string | undefined;
  /** `#rrggbb`. Pages lighten or darken it until it can be read. */
  accent?: string | undefined;
  imprintUrl?: string | undefined;
  privacyUrl?: string | undefined;
}

/** A shop among those that a choice page offers. */
export interface ShownOffer {
  key: string;
  /** The shop's name as people read it. */
  label: string;
  /** The host that the row leads to, such as `amazon.com`: it is never hidden. */
  host: string;
  soldOut: boolean;
}

/** What one shopper sees of a choice link. */
export interface ChoiceView {
  language: Language;
  /** The link's public name; without one, the page is headed by its question alone. */
  publicName?: string | undefined;
  /** The short link without its query. */
  url: string;
  /** The identifier of the scanned QR code, carried on to the shops; empty without one. */
  qr: string;
  imageUrl?: string | undefined;
  text?: string | undefined;
  offers: readonly ShownOffer[];
  /** Whether offers are left out, which `?all=1` shows. */
  hasMore: boolean;
  /** Whether every offer is sold out, so that all are shown. */
  allSoldOut: boolean;
  /** The brand's words about commissions; `true`: our own; absent where no offer carries a tag. */
  disclosure?: string | true | undefined;
  /** Whether the next choice is remembered. */
  remembers: boolean;
  /** The label of the offer that is remembered already. */
  remembered?: string | undefined;
  brand?: ShownBrand | undefined;
  /** Whether nothing is said twice, so that the page is small whatever its texts are. */
  isTerse?: boolean;
}
