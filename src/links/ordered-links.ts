import { decodeCursor, encodeCursor } from "../core/cursor.ts";
import type { LinkWithQrCode } from "./link-with-qr-code.ts";
import type { IndexedOrder, LinkListStore, OrderPlace } from "./list-store.ts";

/** The orders of a list of links: the newest first, the latest change first, and names from A to Z. */
export const LINK_ORDERS = ["created", "changed", "name"] as const;
/** One order. */
export type LinkOrder = (typeof LINK_ORDERS)[number];

/** A cursor is ASCII, and a name need not be. */
const positionOf = ({ value, id }: OrderPlace): string => encodeURIComponent(JSON.stringify([value, id]));

function placeIn(position: string): OrderPlace {
  // A cursor has a checksum, so this is a text of `positionOf`.
  const [value, id] = JSON.parse(decodeURIComponent(position)) as [string, string];
  return { value, id };
}

/**
 * A page of all links of an organization in an order that has an index of its own. `list` names the list for its
 * cursors. Throws `validation_failed` for the cursor, and `service_unavailable`.
 */
export async function orderedPage(
  lists: LinkListStore,
  { organizationId, order, list }: { organizationId: string; order: IndexedOrder; list: string },
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ links: LinkWithQrCode[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : placeIn(decodeCursor(list, cursor));
  // One more than asked for tells whether there is a next page.
  const places = await lists.ordered(organizationId, order, after, limit + 1);
  const wanted = places.slice(0, limit);
  const links = await lists.load(wanted.map(({ id }) => id));
  // `load` leaves out what would not fit into memory: the next page begins there.
  const last = wanted.findLast(({ id }) => id === links.at(-1)?.link.id);
  const more = places.length > links.length && last;
  return { links, nextCursor: more ? encodeCursor(list, positionOf(last)) : null };
}
