import type { DomainStore } from "../../features/addresses/domain-store.ts";
import { zipWriter } from "../../features/qr-codes/zip.ts";
import { DAY_MS, dayOf } from "../../ground/core/days.ts";
import type { Lease } from "../../ground/platform/queue.ts";
import type { ArchiveStore } from "./archive-store.ts";
import { type Export, type Progress, RETENTION_MS } from "./export.ts";
import type { ExportStore } from "./export-store.ts";
import { beginningOf } from "./rows.ts";
import type { Section } from "./section.ts";
import { type SectionDependencies, sectionsOf } from "./sections.ts";

/** How long no other run may continue an export, in milliseconds: many times the length of a step. Each step renews it. */
export const LEASE_MS = 5 * 60_000;
/** How long a run of the job begins new steps. A run starts each minute. */
const RUN_MS = 20_000;
/** The text of one file of an archive, in characters. A page can make it longer. */
const MAX_FILE = 4_000_000;
const DELETED_PER_RUN = 10;

export interface ExportJobDependencies extends SectionDependencies {
  exports: ExportStore;
  archives: ArchiveStore;
  domains: Pick<DomainStore, "list">;
  newLeaseId: () => string;
}

/**
 * Job: continues one running export, file by file. Each file is in R2 before D1 knows of it, so that a run that is
 * interrupted loses one file at most, which the next run writes again.
 */
export async function runExports(dependencies: ExportJobDependencies): Promise<void> {
  const { exports, archives, newLeaseId, now } = dependencies;
  const begun = now().getTime();
  const lease = (): Lease => ({ id: leaseId, until: new Date(now().getTime() + LEASE_MS) });
  const leaseId = newLeaseId();
  const leased = await exports.lease(lease(), now());
  if (!leased) return;
  let { found, progress } = leased;
  try {
    const days = daysSince(await beginningOf(dependencies.db, found.organizationId), now());
    progress.hosts ??= await hostsOf(found, dependencies.domains);
    const sections = sectionsOf(found, days, progress.hosts, dependencies);
    let rest = await archives.rest(found.id, progress);
    while (found.state === "running" && now().getTime() - begun < RUN_MS) {
      const before = progress;
      const section = sections[progress.section];
      if (section) {
        const written = await writeFile(section, progress);
        ({ progress, rest } = await archives.append(found.id, written.progress, rest, written.bytes));
        found = { ...found, ...howFar(found, progress, sections.length) };
      } else {
        const bytes = await archives.finish(found.id, progress, rest, zipWriter(progress.entries).end());
        const expiresAt = new Date(now().getTime() + RETENTION_MS).toISOString();
        found = { ...found, state: "done", percent: 100, bytes, expiresAt };
      }
      // Another run has the export: this one stopped for longer than its lease.
      if (!(await exports.advance(found, progress, lease()))) return;
      await archives.forget(found.id, before);
    }
  } finally {
    await exports.release(found.id, lease(), now());
  }
}

/** Job: deletes exports that have expired, with their archives. */
export async function deleteOldExports({
  exports,
  archives,
  due,
}: Pick<ExportJobDependencies, "exports" | "archives"> & { due: Date }): Promise<void> {
  for (const { id } of await exports.expired(due, DELETED_PER_RUN)) {
    await archives.remove(id);
    await exports.remove(id);
  }
}

/** The next file of a section: its bytes in the archive, and the progress after it. */
async function writeFile(
  section: Section,
  progress: Progress,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; progress: Progress }> {
  const { header = "", footer = "" } = section;
  const parts: string[] = [];
  let file: Uint8Array | null = null;
  let cursor: string | null = progress.cursor;
  let { links } = progress;
  for (let length = 0; cursor !== null && file === null && length < MAX_FILE; ) {
    const page = await section.page(cursor, progress.entries);
    if (typeof page.content !== "string") file = page.content;
    else parts.push(page.content);
    length += page.content.length;
    links += page.links;
    cursor = page.next;
  }
  const content = file ?? new TextEncoder().encode(header + parts.join("") + footer);
  const entries = [...progress.entries];
  // The first file is there even if it has no rows; another one is not.
  const isEmpty = file === null && parts.every((part) => part === "");
  const name = section.name(progress.files + 1);
  const bytes =
    isEmpty && progress.files > 0 ? new Uint8Array() : await zipWriter(entries).deflated({ name, content });
  const files = progress.files + 1;
  const place =
    cursor === null
      ? { section: progress.section + 1, cursor: "", files: 0, links: 0 }
      : { section: progress.section, cursor, files, links };
  return { bytes, progress: { ...progress, ...place, entries } };
}

/** The hosts of an organization's links: the default one, which is empty, and its domains. */
const hostsOf = async ({ organizationId }: Export, domains: Pick<DomainStore, "list">): Promise<string[]> => [
  "",
  ...(await domains.list(organizationId)).flatMap(({ host, confirmedAt }) =>
    confirmedAt === null ? [] : [host],
  ),
];

/** Every day from the one before `since` to tomorrow: the organization may have been in another time zone. */
function daysSince(since: string, now: Date): string[] {
  const days: string[] = [];
  const end = now.getTime() + DAY_MS;
  for (let time = Date.parse(since) - DAY_MS; time <= end; time += DAY_MS) days.push(dayOf(new Date(time)));
  return days;
}

/** How far an export is: each section counts the same. */
function howFar({ links: total }: Export, { section, links, entries }: Progress, sections: number) {
  const last = entries.at(-1);
  const percent = Math.floor((100 * (section + Math.min(links / Math.max(total, 1), 1))) / (sections + 1));
  return { percent: Math.min(percent, 99), bytes: last ? last.offset + last.stored : 0 };
}
