import type { MemberActor } from "../../features/access/actor.ts";
import { type DomainStore, domainOfProject } from "../../features/addresses/domain-store.ts";
import type { ImportRowStore } from "./import-row-store.ts";
import type { ImportStore } from "./import-store.ts";
import { requireImport } from "./require-import.ts";

/** What happens to addresses that were printed before, of the rows of another service: numbers of rows. */
interface PrintedAddresses {
  kept: number;
  /** Of other hosts, which go on without us: the most frequent first. */
  elsewhere: readonly { host: string; rows: number }[];
  lost: number;
}

interface PrintedDependencies {
  imports: Pick<ImportStore, "find">;
  importRows: ImportRowStore;
  domains: DomainStore;
  now: () => Date;
}

/** What happens to the printed addresses of an import. Throws `not_found`. */
export async function getPrintedAddresses(
  actor: MemberActor,
  { importId }: { importId: string },
  { domains, now, ...stores }: PrintedDependencies,
): Promise<PrintedAddresses> {
  const { organizationId, projectId } = await requireImport(actor, importId, stores);
  const known = await domains.confirmed(now());
  const domain = domainOfProject(known, { organizationId, projectId });
  const own = known.map(({ host }) => host);
  const groups = await stores.importRows.formerHosts(importId);
  const sum = (some: typeof groups) => some.reduce((total, { rows }) => total + rows, 0);
  const isHere = ({ host }: { host: string }) => domain !== "" && (host === domain || host === "");
  const isElsewhere = ({ host }: { host: string }) => host !== "" && host !== domain && !own.includes(host);
  const hosts = Map.groupBy(groups.filter(isElsewhere), ({ host }) => host);
  const elsewhere = [...hosts].map(([host, some]) => ({ host, rows: sum(some) }));
  const kept = sum(groups.filter((group) => isHere(group) && group.works));
  return {
    kept,
    elsewhere: elsewhere.sort((one, other) => other.rows - one.rows),
    lost: sum(groups) - kept - sum(elsewhere.map(({ host, rows }) => ({ host, rows, works: 0 }))),
  };
}
