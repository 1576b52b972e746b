/** Amazon's marketplaces by country: the only list of them. A link's country is `location.country`; an Associates tag belongs to one of them. */
export const MARKETPLACES = {
  US: "amazon.com",
  AE: "amazon.ae",
  AU: "amazon.com.au",
  BE: "amazon.com.be",
  BR: "amazon.com.br",
  CA: "amazon.ca",
  DE: "amazon.de",
  EG: "amazon.eg",
  ES: "amazon.es",
  FR: "amazon.fr",
  GB: "amazon.co.uk",
  IE: "amazon.ie",
  IN: "amazon.in",
  IT: "amazon.it",
  JP: "amazon.co.jp",
  MX: "amazon.com.mx",
  NL: "amazon.nl",
  PL: "amazon.pl",
  SA: "amazon.sa",
  SE: "amazon.se",
  SG: "amazon.sg",
  TR: "amazon.com.tr",
  ZA: "amazon.co.za",
} as const;

export type MarketplaceCountry = keyof typeof MARKETPLACES;

export const MARKETPLACE_COUNTRIES = Object.keys(MARKETPLACES) as [
  MarketplaceCountry,
  ...MarketplaceCountry[],
]; // the keys of a constant with entries

/** The country of a link or offer that names none. */
export const USUAL_COUNTRY: MarketplaceCountry = "US";

/** The site of a country's marketplace. */
export const marketplaceSite = (country: MarketplaceCountry = USUAL_COUNTRY): string =>
  `https://www.${MARKETPLACES[country]}`;

/** The country whose marketplace has this host, with or without www, m or smile; undefined for any other host. */
export function marketplaceAt(host: string): MarketplaceCountry | undefined {
  const bare = host.replace(/^(?:www|m|smile)\./, "");
  return MARKETPLACE_COUNTRIES.find((country) => MARKETPLACES[country] === bare);
}

/** The tag of examples. It is refused, so that nobody who pastes one gives the commission away. */
export const EXAMPLE_TAG = "your-tag-20";

/** Whether a text can be an Associates tag, such as `maple-20`. */
export const isAssociatesTag = (text: string): boolean =>
  /^[A-Za-z0-9_-]{1,64}$/.test(text) && text.toLowerCase() !== EXAMPLE_TAG;
