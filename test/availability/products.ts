import type { Availability } from "../../src/features/retailers/definition.ts";

/** Products by what the retailer says of them; all others are unknown. */
const known: Record<string, Availability> = {
  ...{ in: "available", in2: "available", out: "unavailable", out2: "unavailable" },
  ...{ "1000000001": "available", "1000000002": "available" },
  ...{ "2000000001": "unavailable", "2000000002": "unavailable" },
};
export const availabilityOf = (id: string) => known[id] ?? "unknown";

/** One product of a request. */
export const line = (retailerProductId: string, backupProductIds?: string[], quantity = 1) => ({
  retailerProductId,
  quantity,
  ...(backupProductIds && { backupProductIds }),
});
