import { serviceUnavailable } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { allRows, runBatch } from "../../ground/platform/d1.ts";
import { ALWAYS, bothGuards } from "../../ground/platform/guard.ts";
import type { Actor } from "../access/actor.ts";
import { requireOperator } from "../access/permissions.ts";
import { addressStatements, holdersOf, slugIsFree } from "../addresses/address-statements.ts";
import { domainNotFound } from "../addresses/claimed-domain.ts";
import { deleteDomain, domainActivity } from "../addresses/domain-statements.ts";
import type { DomainStore } from "../addresses/domain-store.ts";
import type { LinkActivity } from "../writes/activity-statements.ts";
import { linkChangeStatements } from "./change-statements.ts";

/** The result of taking back a domain. */
export interface TakenBack {
  host: string;
  /** How many links are now on the default host. */
  links: number;
  /** How many of them lost their slug, because another link uses or used it there. */
  withoutSlug: number;
}

/** Links per transaction: each takes about ten statements. */
const BATCH = 25;

interface MovedRow {
  id: string;
  organization_id: string;
  slug: string | null;
  destination: string;
  /** JSON of the slugs that the link uses or used on the host. */
  slugs: string;
}

const SELECT = `SELECT id, organization_id, slug, destination,
    (SELECT json_group_array(json_object('name', name, 'createdAt', created_at))
      FROM link_addresses WHERE link_id = links.id AND host = links.domain AND instr(name, '/') = 0) AS slugs
  FROM links WHERE domain = ?1 AND domain <> '' LIMIT ${BATCH}`;

/**
 * Takes a domain from its organization and moves its links to the default host. Their random URLs work there in any case,
 * and their slugs unless another link uses or used them. No link is lost: the slugs on the domain still belong to them, so
 * that printed codes keep working while the domain belongs to nobody or to the same organization again. A repeat continues
 * an interrupted run. Throws `not_found`.
 */
export async function takeBackDomain(
  actor: Actor,
  { host: named }: { host: string },
  { db, domains, now }: { db: D1Database; domains: DomainStore; now: () => Date },
): Promise<TakenBack> {
  requireOperator(actor);
  const host = named.trim().toLowerCase();
  // First, so that no new link is created on it, and redirects see the change within 30 s.
  const [domain] = (await domains.claimsOf(host)).filter(({ confirmedAt }) => confirmedAt !== null);
  if (domain) {
    const activity = domainActivity(actor, domain, [{ field: "takenBack", to: true }], now());
    await deleteDomain(db, { domain, activity }, { withLinks: true });
    domains.forget();
  }
  const moved: TakenBack = { host, links: 0, withoutSlug: 0 };
  for (;;) {
    const rows = await allRows<MovedRow>(db, SELECT, host);
    if (rows.length === 0) break;
    const { links, withoutSlug } = await moveLinks(actor, host, rows, { db, now });
    if (links === 0) throw serviceUnavailable(new Error("the links keep changing concurrently"));
    moved.links += links;
    moved.withoutSlug += withoutSlug;
  }
  if (!domain && moved.links === 0) throw domainNotFound();
  return moved;
}

/** Moves these links in one transaction; a link that changes concurrently may be left for the next. */
async function moveLinks(
  actor: Actor,
  host: string,
  rows: readonly MovedRow[],
  { db, now }: { db: D1Database; now: () => Date },
): Promise<Omit<TakenBack, "host">> {
  const links = rows.map((row) => ({
    ...row,
    // SQL made the array.
    slugs: JSON.parse(row.slugs) as { name: string; createdAt: string }[],
  }));
  const names = links.flatMap(({ slugs }) => slugs.map(({ name }) => ({ host: "", name })));
  const holderOf = await holdersOf(db, names);
  const isFree = (name: string, id: string) => [undefined, id].includes(holderOf("", name));
  const moves = links.map(({ id, organization_id: organizationId, slug, slugs, destination }) => {
    const kept = slug !== null && isFree(slug, id) ? slug : null;
    const at = now();
    const activity: LinkActivity = {
      id: newId("act", at),
      organizationId,
      at: at.toISOString(),
      actor: { type: actor.type, id: actor.id },
      object: { type: "link", id },
      changes: [
        { field: "domain", from: host },
        ...(slug !== null && kept === null ? [{ field: "slug", from: slug }] : []),
      ],
      linkId: id,
      destination,
    };
    const isThere = { sql: "domain = ? AND slug IS ?", values: [host, slug] };
    const isStillFree = kept === null ? ALWAYS : slugIsFree({ host: "", name: kept, linkId: id });
    const { first, made, rest } = linkChangeStatements(db, "definition", {
      activity,
      set: { domain: "", slug: kept },
      only: bothGuards(isThere, isStillFree),
    });
    const addresses = slugs
      .filter(({ name }) => isFree(name, id))
      .map((each) => ({ ...each, host: "", linkId: id }));
    const statements = [first, ...addressStatements(db, addresses, made), ...rest];
    return { statements, lostSlug: slug !== null && kept === null };
  });
  const results = await runBatch(
    db,
    moves.flatMap(({ statements }) => statements),
  );
  let place = 0;
  const done = moves.filter(({ statements }) => {
    const changed = (results[place]?.meta.changes ?? 0) > 0;
    place += statements.length;
    return changed;
  });
  return { links: done.length, withoutSlug: done.filter(({ lostSlug }) => lostSlug).length };
}
