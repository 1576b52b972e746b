import { holdersOf } from "../addresses/address-statements.ts";
import { type DomainStore, domainOfProject } from "../addresses/domain-store.ts";
import { duplicateSlug } from "../addresses/duplicate-slug.ts";
import type { AcceptedRow, CheckedRows } from "./prepare-rows.ts";

/** Dependencies of slug checks. */
export interface SlugChecks {
  db: D1Database;
  domains: DomainStore;
  now: () => Date;
}

/**
 * Accepts rows whose slugs are free, also among each other: of two rows with the same slug, the first gets it. Only the
 * creation itself is decisive, since another request may be faster. Throws `service_unavailable`.
 */
export async function freeSlugRows(
  organizationId: string,
  rows: readonly AcceptedRow[],
  { db, domains, now }: SlugChecks,
): Promise<CheckedRows> {
  const checked: CheckedRows = { accepted: [], rejected: new Map() };
  if (rows.every(({ definition }) => definition.slug === undefined))
    return { ...checked, accepted: [...rows] };
  const known = await domains.confirmed(now());
  const hostOf = (projectId: string) => domainOfProject(known, { organizationId, projectId });
  const wanted = rows.flatMap(({ definition: { slug, projectId } }) =>
    slug === undefined ? [] : [{ host: hostOf(projectId), name: slug }],
  );
  const holderOf = await holdersOf(db, wanted);
  const given = new Set<string>();
  for (const row of rows) {
    const { slug, projectId } = row.definition;
    const host = hostOf(projectId);
    const isTaken =
      slug !== undefined && (holderOf(host, slug) !== undefined || given.has(`${host}/${slug}`));
    if (isTaken) checked.rejected.set(row.index, duplicateSlug(slug));
    else checked.accepted.push(row);
    if (slug !== undefined) given.add(`${host}/${slug}`);
  }
  return checked;
}
