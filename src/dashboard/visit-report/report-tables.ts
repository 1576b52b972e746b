import type { Dimension } from "../../visits/statistics.ts";
import type { CheckedFilter } from "../../visits/visit-filter.ts";

/** The tables that say something about visits with these filters: a table of one row, the filter's own, says nothing. */
export function tablesFor({ linkId, qrIdentifier, country, device, retailer }: CheckedFilter): Dimension[] {
  const tables: Dimension[] = [];
  if (linkId === null) tables.push("link");
  if (qrIdentifier === null) tables.push("qrCode");
  if (retailer === null && linkId === null) tables.push("retailer");
  if (country === null) tables.push("country");
  if (device === null) tables.push("device");
  if (qrIdentifier === null) tables.push("referrer");
  // What shoppers choose is counted for all visits of a link.
  if (qrIdentifier === null && country === null && device === null) tables.push("choice");
  return tables;
}
