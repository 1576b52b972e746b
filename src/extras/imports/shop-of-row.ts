import { SITES } from "../../features/retailers/pasted-urls.ts";
import { type PastedLink, readPasted } from "../../features/retailers/read-pasted.ts";
import { hasCarts, VARIANTS } from "../../features/retailers/variants.ts";
import { type MarketplaceCountry, marketplaceAt, USUAL_COUNTRY } from "../../ground/core/marketplaces.ts";
import { type LinkIntent, RETAILERS, type Retailer, retailerNamed } from "../../ground/core/vocabulary.ts";
import { amountIn } from "./amounts.ts";
import type { Cells } from "./import.ts";

interface Shop {
  retailer: Retailer;
  country?: MarketplaceCountry;
}

/** The shop that a cell names: by its name, its value in the API or its host; undefined for an unknown one. */
export function shopNamed(cell: string): Shop | undefined {
  const text = cell.trim();
  const retailer = retailerNamed(text) ?? RETAILERS.find((each) => each === text.toLowerCase());
  if (retailer !== undefined) return { retailer };
  return shopAt(URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)?.hostname ?? "");
}

/** The shop of a host such as `www.walmart.com`, with its country unless it is the usual one; undefined for another host. */
function shopAt(host: string): Shop | undefined {
  const retailer = RETAILERS.find(
    (each) => each !== "custom" && each !== "choice" && SITES[each].hosts.test(host),
  );
  const country = marketplaceAt(host);
  const isUsual = country === undefined || country === USUAL_COUNTRY;
  return retailer && { retailer, ...(!isUsual && { country }) };
}

/** The purposes that people can choose for a retailer. Cart links that fill no cart are only for the API. */
export const purposesOf = (retailer: Retailer): LinkIntent[] =>
  VARIANTS.filter(
    (variant) =>
      variant.retailer === retailer &&
      (retailer === "choice" || variant.intent !== "add_to_cart" || hasCarts(retailer)),
  ).map(({ intent }) => intent);

/** The only retailer with a purpose; undefined if there are several. */
function retailerFor(purpose: string): Retailer | undefined {
  const [only, ...others] = RETAILERS.filter((retailer) =>
    purposesOf(retailer).some((intent) => intent === purpose),
  );
  return others.length === 0 ? only : undefined;
}

/** A row whose page of a shop's product is among its products, and the link that its products or URLs determine. */
function withProductUrl(cells: Cells, named: Retailer | undefined): { cells: Cells; link?: PastedLink } {
  const { customUrl = "", ...rest } = cells;
  if (!cells.products && (named === "custom" || cells.intent === "custom_url")) return { cells };
  const pasted = readPasted(cells.products || customUrl);
  if (pasted.kind !== "link" || pasted.link.retailer === "custom") return { cells };
  const { link } = pasted;
  if (cells.products) return { cells, link };
  const isPage = cells.retailer !== undefined && link.retailer !== named;
  // Somebody's tag would be lost in a product of the shop.
  const isTagged = named === undefined && pasted.affiliate !== undefined;
  return isPage || isTagged ? { cells } : { cells: { ...rest, products: customUrl }, link };
}

/** The shop of a row, by its name, its URLs or its purpose; undefined if nothing says it. */
export function shopOf(cells: Cells): Shop | undefined {
  const named = shopNamed(cells.retailer ?? "");
  if (named !== undefined || cells.retailer) return named;
  const { link } = withProductUrl(cells, undefined);
  const retailer = link?.retailer ?? retailerFor(cells.intent ?? "");
  return retailer && { retailer };
}

/**
 * Cells with the shop, purpose, marketplace and name that URLs or ingredients say where the file doesn't, and with the only
 * purpose of a shop.
 */
export function withShop(row: Cells): Cells {
  const isRecipe = Boolean(row.ingredients && !row.retailer && !row.intent && !row.products);
  const given: Cells = isRecipe ? { ...row, intent: "recipe" } : row;
  const named = shopNamed(given.retailer ?? "");
  const { cells, link } = withProductUrl(given, named?.retailer);
  const isAPage = Boolean(!cells.retailer && !cells.intent && cells.customUrl && !cells.products);
  const retailer = cells.retailer ? named?.retailer : isAPage ? "custom" : shopOf(cells)?.retailer;
  if (retailer === undefined) return cells;
  const own = link?.retailer === retailer ? link : undefined;
  const country = cells.country || named?.country || own?.location?.country;
  const intent = cells.intent || purposeOf(retailer, own, cells);
  return {
    ...cells,
    retailer,
    ...(intent !== undefined && { intent }),
    ...(country && { country }),
    ...(!cells.name && own?.name !== undefined && { name: own.name }),
  };
}

/** The purpose of a row without one: the shop's only one, or that of its URL; a cart for more than one piece. */
function purposeOf(
  retailer: Retailer,
  link: PastedLink | undefined,
  { quantity = "" }: Cells,
): LinkIntent | undefined {
  const purposes = purposesOf(retailer);
  if (purposes.length === 1) return purposes[0];
  const isMany = (amountIn(quantity) ?? 1) > 1 && purposes.includes("add_to_cart");
  return link && (isMany ? "add_to_cart" : link.intent);
}
