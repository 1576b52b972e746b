import type { LineItem } from "../retailers/options.ts";

/** The form of a UPC that the delivery app accepts: 12 to 14 digits. */
const UPC = /^[0-9]{12,14}$/;

/**
 * The UPCs to send for each item, in the order of the items. The API refuses a request that holds a UPC twice, so each
 * UPC goes to one item only. The first UPC of an item ranks its shops. The primaries of all items are assigned before
 * any backup, so that a backup never takes the primary of a later item.
 */
export function shareOutUpcs(items: readonly LineItem[]): string[][] {
  const taken = new Set<string>();
  const take = (upcs: readonly string[] = []): string[] =>
    upcs.filter((upc) => {
      if (!UPC.test(upc)) return false;
      // The same number can have 12, 13 or 14 digits, as it may begin with zeros.
      const number = upc.padStart(14, "0");
      if (taken.has(number)) return false;
      taken.add(number);
      return true;
    });
  const primaries = items.map(({ upcs }) => take(upcs));
  return items.map(({ backupUpcs }, index) => [...(primaries[index] ?? []), ...take(backupUpcs)]);
}
