/** A retailer of the delivery app, as discovery knows it. */
export interface DeliveryAppRetailer {
  retailerId: string;
  slug: string;
  name: string;
  services: string[];
  categories: string[];
  locationCount: number;
  samplePostalCodes: string[];
}

/** `text` as it is compared in a search: whatever its case, and however its accents are encoded. */
export const searchForm = (text: string): string =>
  // A capital sigma at a word's end has a small letter of its own.
  text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");

/**
 * What a search looks through: name, slug and id, a line each. None holds a line break, and no text that is looked
 * for does, so nothing matches across two of them.
 */
export const searchText = ({
  name,
  slug,
  retailerId,
}: Pick<DeliveryAppRetailer, "name" | "slug" | "retailerId">) =>
  [name, slug, retailerId].map(searchForm).join("\n");
