import { searchForm } from "../core/search-form.ts";

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

/**
 * The text that a search looks through: name, slug and id, one per line. As neither these nor the search texts contain
 * line breaks, no search text matches across two of them.
 */
export const searchText = ({
  name,
  slug,
  retailerId,
}: Pick<DeliveryAppRetailer, "name" | "slug" | "retailerId">) =>
  [name, slug, retailerId].map(searchForm).join("\n");
