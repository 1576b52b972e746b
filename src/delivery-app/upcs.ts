import type { LineItem } from "../retailers/options.ts";

/** What the delivery app takes for a UPC: 12 to 14 digits. */
const UPC = /^[0-9]{12,14}$/;

/**
 * The UPCs to send for each item, in the order of the items. The same one twice in a request is refused as a
 * whole, so each goes to one item only. The first of an item ranks its stores: the primaries of all items are
 * shared out before any backup, so that a backup never takes what a later item is about.
 */
export function shareOutUpcs(items: readonly LineItem[]): string[][] {
  const taken = new Set<string>();
  const take = (upcs: readonly string[] = []): string[] =>
    upcs.filter((upc) => {
      if (!UPC.test(upc)) return false;
      // 12, 13 and 14 digits are one number with leading zeros.
      const number = upc.padStart(14, "0");
      if (taken.has(number)) return false;
      taken.add(number);
      return true;
    });
  const primaries = items.map(({ upcs }) => take(upcs));
  return items.map(({ backupUpcs }, index) => [...(primaries[index] ?? []), ...take(backupUpcs)]);
}
