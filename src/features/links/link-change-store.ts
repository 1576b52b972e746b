import { ALWAYS, bothGuards, type Guard } from "../../ground/platform/guard.ts";
import {
  addressStatements,
  type NewAddress,
  removeAddressStatement,
  slugIsFree,
} from "../addresses/address-statements.ts";
import { newAddresses, uniqueNames } from "../addresses/taken-names.ts";
import { activityBytes, type LinkActivity } from "../writes/activity-statements.ts";
import { wasRecorded } from "../writes/activity-store.ts";
import { type Claim, receiptBytes } from "../writes/claim.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../writes/guarded-change.ts";
import { correctionDemand, type Demand, isWithinQuota } from "../writes/quota-check.ts";
import { linkChangeStatements } from "./change-statements.ts";
import type { Link } from "./link.ts";
import { bytesOfRow, toLinkRow } from "./link-rows.ts";
import { offerStatements, removeOffersStatement } from "./offer-rows.ts";
import { changedTagStatements } from "./tag-store.ts";

/** A change of one link by a caller. */
export interface LinkChange {
  /** The link as read; the change is written only if the link is still the same. */
  before: Link;
  /** The link after the change, with the next version and revision. */
  after: Link;
  activity: LinkActivity;
  claim: Claim | null;
  /** The statements of the extensions. */
  rows(link: Link, written: Guard): D1PreparedStatement[];
}

/** Bytes that a change stores besides its record. */
const bytesOfChange = ({ before, after, claim }: Omit<LinkChange, "rows">): number =>
  bytesOfRow(toLinkRow(after)) - bytesOfRow(toLinkRow(before)) + receiptBytes(claim);

/**
 * The quota that a change needs. Jobs and switching off are exempt: a full quota must never keep a harmful link online.
 * Switching on counts, so that nobody can toggle a link endlessly.
 */
export function demandsOf(change: Omit<LinkChange, "rows">): Demand[] {
  const { before, after, activity } = change;
  const [{ field } = { field: "" }, ...others] = activity.changes;
  const switchesOff = field === "status" && others.length === 0 && after.status === "inactive";
  if (activity.actor.type === "job" || switchesOff) return [];
  return [correctionDemand(before.organizationId, activityBytes(activity) + bytesOfChange(change))];
}

/** True unless another link has one of the link's unique names. */
const namesAreFree = (link: Link): Guard =>
  uniqueNames(link)
    .map(({ name }) => slugIsFree({ host: link.domain, name, linkId: link.id }))
    .reduce(bothGuards, ALWAYS);

const namesOf = (link: Link): string[] => uniqueNames(link).map(({ name }) => name);

/** The link's new names, unless it had them before. */
function addedAddresses({ before, after }: LinkChange): NewAddress[] {
  const had = [...namesOf(before), ...(before.slugs ?? [])];
  return newAddresses(after, after, after.updatedAt).filter(({ name }) => !had.includes(name));
}

/** The GTIN and the kept paths that a link no longer has. It never loses a slug. */
export const formerNames = (before: Link, after: Link): string[] =>
  namesOf(before).filter((name) => name.includes("/") && !namesOf(after).includes(name));

/** Writes a link's change in one transaction, if it is within the quotas. */
export function writeLinkChange(db: D1Database, change: LinkChange): Promise<ChangeOutcome> {
  const { before, after, activity, claim } = change;
  const { name, public_name, slug, retailer, intent, status, url_type, ...row } = toLinkRow(after);
  const { destination, destination_reason, content, active_from, active_until, ended_url, search_text } = row;
  const { first, made, rest } = linkChangeStatements(db, "definition", {
    activity,
    set: {
      ...{ name, public_name, slug, retailer, intent, status, url_type },
      ...{ destination, destination_reason, content, active_from, active_until, ended_url, search_text },
    },
    expected: { version: before.version, revision: before.revision },
    bytes: bytesOfChange(change),
    only: bothGuards(
      scopeIsFree(claim, after.updatedAt),
      bothGuards(namesAreFree(after), isWithinQuota(before.organizationId, demandsOf(change))),
    ),
  });
  const offers = before.retailer === "choice" || after.retailer === "choice";
  return writeGuarded(db, {
    first,
    made,
    claim,
    rest: [
      ...(offers ? [removeOffersStatement(db, after, made), ...offerStatements(db, [after], made)] : []),
      ...changedTagStatements(db, before, after, made),
      ...formerNames(before, after).map((name) =>
        removeAddressStatement(db, { host: before.domain, name, linkId: before.id }, made),
      ),
      ...addressStatements(db, addedAddresses(change), made),
      ...rest,
      ...change.rows(after, made),
    ],
    wasMade: () => wasRecorded(db, activity),
  });
}
