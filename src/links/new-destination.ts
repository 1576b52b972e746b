import { buildDestination } from "../retailers/build-destination.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { Destination, DestinationContext } from "../retailers/destinations/destination.ts";
import type { ProductAdvice } from "./follower.ts";

/** Where a link of this definition leads by what is known of its products. */
export const newDestination = (
  definition: LinkDefinition,
  advice: ProductAdvice | null,
  context: Pick<DestinationContext, "shortId" | "settings">,
): Destination =>
  buildDestination(definition, {
    ...context,
    offers: advice?.offers ?? new Map(),
    ...(advice && { products: advice.products }),
  });
