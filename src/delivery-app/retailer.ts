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
 * What a search looks through: name, slug and id, a line each. None holds a line break, and no text that is looked
 * for does, so nothing matches across two of them.
 */
export const searchText = ({
  name,
  slug,
  retailerId,
}: Pick<DeliveryAppRetailer, "name" | "slug" | "retailerId">) =>
  [name, slug, retailerId].map(searchForm).join("\n");
