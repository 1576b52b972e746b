import { holdersOf } from "../addresses/address-statements.ts";
import { type DomainStore, domainOfProject } from "../addresses/domain-store.ts";
import { nameCollection, uniqueNames } from "../addresses/taken-names.ts";
import type { AcceptedRow, CheckedRows } from "./prepare-rows.ts";

export interface NameChecks {
  db: D1Database;
  domains: DomainStore;
  now: () => Date;
}

/**
 * Accepts rows whose slugs, GTINs and kept addresses are free, also among each other: of two rows with the same name, the first gets it. Only
 * the creation itself is decisive, since another request may be faster. Throws `service_unavailable`.
 */
export async function freeNameRows(
  organizationId: string,
  rows: readonly AcceptedRow[],
  { db, domains, now }: NameChecks,
): Promise<CheckedRows> {
  const checked: CheckedRows = { accepted: [], rejected: new Map() };
  if (rows.every(({ definition }) => uniqueNames(definition).length === 0))
    return { ...checked, accepted: [...rows] };
  const known = await domains.confirmed(now());
  const wanted = rows.map((row) => {
    const host = domainOfProject(known, { organizationId, projectId: row.definition.projectId });
    return { row, names: uniqueNames(row.definition).map((each) => ({ ...each, host })) };
  });
  const holderOf = await holdersOf(
    db,
    wanted.flatMap(({ names }) => names.map(({ host, name }) => ({ host, name }))),
  );
  const given = nameCollection();
  for (const { row, names } of wanted) {
    const taken = names.find(({ host, name }) => holderOf(host, name) !== undefined || given.has(host, name));
    if (taken) checked.rejected.set(row.index, taken.taken());
    else checked.accepted.push(row);
    for (const { host, name } of names) given.add(host, name);
  }
  return checked;
}
