import { holdersOf } from "../addresses/address-statements.ts";
import { type DomainStore, domainOfProject } from "../addresses/domain-store.ts";
import { duplicateSlug } from "../addresses/duplicate-slug.ts";
import type { CheckedRows, GoodRow } from "./prepare-rows.ts";

/** What finding out about slugs takes. */
export interface SlugChecks {
  db: D1Database;
  domains: DomainStore;
  now: () => Date;
}

/**
 * The rows whose slugs are free, in a request that would make all of them: of two with the same slug the first gets it. The
 * creation itself is what decides, as another request may be quicker. Throws `service_unavailable`.
 */
export async function freeSlugRows(
  organizationId: string,
  rows: readonly GoodRow[],
  { db, domains, now }: SlugChecks,
): Promise<CheckedRows> {
  const checked: CheckedRows = { good: [], refused: new Map() };
  if (rows.every(({ definition }) => definition.slug === undefined)) return { ...checked, good: [...rows] };
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
    if (isTaken) checked.refused.set(row.index, duplicateSlug(slug));
    else checked.good.push(row);
    if (slug !== undefined) given.add(`${host}/${slug}`);
  }
  return checked;
}
