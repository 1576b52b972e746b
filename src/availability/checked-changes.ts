import { type LinkChangeStatements, noteLinkChange } from "../links/change-statements.ts";
import { switchActivity } from "../links/job-activity.ts";
import type { LinkPart, PartRef } from "../links/link-part.ts";
import { reasonColumn } from "../links/rows.ts";
import { switchStatements } from "../links/switch-statements.ts";
import type { CheckedLink } from "./check.ts";

/** What became of checks that were stored. */
export interface KeptChecks {
  /** The parts that lead elsewhere now. */
  switched: LinkPart[];
  /** The short ids of the links of which the redirect has to know something new. */
  changed: string[];
}

/** What the results of checks change of their links, for one transaction. */
export interface CheckedChanges {
  switches: { part: LinkPart; statements: LinkChangeStatements }[];
  /** After the results were stored. `publishes`: the redirect has to know of it. */
  notes: { part: LinkPart; statement: D1PreparedStatement; publishes: boolean }[];
  /** The version of a part's link after all of its switches, which the results belong to. */
  versionOf(part: Pick<PartRef, "id"> & { version: number }): number;
}

/**
 * The changes that these results make. Several offers of a link are switched one after the other: each switch takes one
 * version of the link, so that all of them are left alone where the link has changed since it was judged.
 */
export function checkedChanges(db: D1Database, checked: readonly CheckedLink[], now: Date): CheckedChanges {
  const at = now.toISOString();
  const taken = new Map<string, number>();
  const versionOf = ({ id, version }: Pick<PartRef, "id"> & { version: number }): number =>
    version + (taken.get(id) ?? 0);
  const take = ({ id }: LinkPart): void => void taken.set(id, (taken.get(id) ?? 0) + 1);
  const switches = checked.flatMap(({ link: part, destination: { url, urlType, reason } }) => {
    if (url === part.destination && urlType === part.urlType) return [];
    const activity = switchActivity("availability of products", part, url, now);
    const version = versionOf(part);
    take(part);
    return [{ part, statements: switchStatements(db, { part, activity, url, urlType, reason, version }) }];
  });
  const isSwitched = (part: LinkPart): boolean => switches.some((each) => each.part.id === part.id);
  // Links of before reasons were recorded, and destinations that another rule gives now.
  const reasons = checked
    .filter(
      ({ link: part, destination: { reason } }) =>
        part.offerKey === "" && !isSwitched(part) && part.reason !== reason,
    )
    .map(({ link: part, destination: { reason } }) => {
      const set = { destination_reason: reasonColumn({ ...part, reason }) };
      const expected = { version: part.version };
      const statement = noteLinkChange(db, "note", { linkId: part.id, at, set, expected });
      return { part, statement, publishes: false };
    });
  // The page leaves out what is sold out by an answer that is young enough, so it has to know each such answer.
  const soldOut = checked.filter(
    ({ link: part, outcome, wasSoldOut }) =>
      part.offerKey !== "" && (outcome === "unavailable" || wasSoldOut),
  );
  const parts = new Map(soldOut.filter(({ link }) => !isSwitched(link)).map(({ link }) => [link.id, link]));
  const stock = [...parts.values()].map((part) => {
    const expected = { version: part.version };
    const statement = noteLinkChange(db, "redirect", { linkId: part.id, at, expected });
    return { part, statement, publishes: true };
  });
  return { switches, notes: [...reasons, ...stock], versionOf };
}
