/** The redirect imports this file, so it must not import zod or other slow modules. */

/** The marketplace's site. */
export const MARKETPLACE = "https://www.amazon.com";
/** A product page, or a cart without a tag. The cart page with a tag works only for a registered tag. */
const CART = `${MARKETPLACE}/gp/aws/cart/add.html`;
const TAGGED_CART = `${MARKETPLACE}/associates/addtocart`;

const TAGGED_PAGE = /^(https:\/\/www\.amazon\.com\/dp\/[^/?#]+)\?tag=[^&#]*(&|(?=#|$))/;
const TAGGED_CART_START = /^https:\/\/www\.amazon\.com\/associates\/addtocart\?AssociateTag=[^&#]*&/;

/** Who put the Associates tag into a destination: this service, or the caller in its own URL. */
export type TagOrigin = "service" | "caller";

/** The marketplace's product page for an encoded id. */
export const marketplaceProductPage = (id: string): string => `${MARKETPLACE}/dp/${id}`;

/** The marketplace's cart, empty. */
export const marketplaceCart = CART;

/** A product page or cart of this file with an encoded Associates tag. */
export function withAssociatesTag(url: string, tag: string): string {
  if (!url.startsWith(CART)) return `${url}?tag=${tag}`;
  return `${TAGGED_CART}?AssociateTag=${tag}&${url.slice(CART.length + 1)}`;
}

/**
 * The same page or cart without the tag; null for a URL of another form than `withAssociatesTag` makes. `tagOrigin` says
 * who made the URL.
 */
export function withoutAssociatesTag(url: string): string | null {
  const [cart] = TAGGED_CART_START.exec(url) ?? [];
  if (cart !== undefined) return `${CART}?${url.slice(cart.length)}`;
  const [start, page, separator] = TAGGED_PAGE.exec(url) ?? [];
  if (start === undefined) return null;
  return `${page}${separator && "?"}${url.slice(start.length)}`;
}

/** The properties of a link that show who put the tag into its destination. */
export interface TaggedLink {
  retailer: string;
  urlType: string;
  destination: string;
}

/**
 * Who put the tag into a link's destination; undefined for a destination without a tag. The service
 * tags product pages and carts of the marketplace; a fallbackUrl (`long_link`) and a customUrl are the caller's.
 */
export function tagOrigin({ retailer, urlType, destination }: TaggedLink): TagOrigin | undefined {
  if (withoutAssociatesTag(destination) === null) return undefined;
  return retailer === "marketplace" && urlType !== "long_link" ? "service" : "caller";
}
