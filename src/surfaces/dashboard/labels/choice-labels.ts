import { LINK_TYPES, titleOfType } from "../../../ground/core/link-types.ts";
import { MARKETPLACES } from "../../../ground/core/marketplaces.ts";
import { PAGE_LANGUAGES } from "../../../ground/core/page-languages.ts";

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** The labels of choices; a choice without one is shown as the API has it. */
export const CHOICE_LABELS: Readonly<Record<string, string>> = {
  true: "Yes",
  false: "No",
  auto: "Automatic",
  items: "Item ids",
  offers: "Offer ids",
  never: "Never",
  always: "Always",
  specific: "One store",
  preferred: "The first preferred store that delivers",
  no_preference: "Any store",
  hide: "Leave out",
  last: "Put last",
  show: "Keep in place",
  shopper: "They choose on a page",
  first: "By country, device or language",
  split: "By chance",
  phone: "Phones",
  tablet: "Tablets",
  desktop: "Computers",
  ios: "iOS",
  android: "Android",
  ...MARKETPLACES,
  ...Object.fromEntries(LINK_TYPES.map((type) => [type, titleOfType(type)])),
  ...Object.fromEntries(PAGE_LANGUAGES.map((language) => [language, languageNames.of(language) ?? language])),
};
