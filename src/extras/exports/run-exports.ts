import { zipWriter } from "../../features/qr-codes/zip.ts";
import { DAY_MS, dayOf } from "../../ground/core/days.ts";
import { ALWAYS, NEVER } from "../../ground/platform/guard.ts";
import type { RunAttempt } from "../runs/continue-runs.ts";
import type { Outcome } from "../runs/run-store.ts";
import type { ArchiveStore } from "./archive-store.ts";
import type { Export, Progress } from "./export.ts";
import { beginningOf } from "./rows.ts";
import type { Section } from "./section.ts";
import { type SectionDependencies, sectionsOf } from "./sections.ts";

/** How long a step begins new files. Others wait for the queue meanwhile. */
const STEP_MS = 20_000;
/** The text of one file of an archive, in characters. A page can make it longer. */
const MAX_FILE = 4_000_000;

interface Domains {
  list(organizationId: string): Promise<readonly { host: string; confirmedAt: string | null }[]>;
}

interface ExportDependencies extends SectionDependencies {
  archives: ArchiveStore;
  domains: Domains;
}

/**
 * Writes the next files of an export. Each is in R2 before D1 knows of it, so that a step that is interrupted loses one file
 * at most, which the next attempt writes again.
 */
export async function writeFiles(
  { run, now: begun, save }: RunAttempt<Export, Progress>,
  dependencies: ExportDependencies,
): Promise<Outcome<Progress> | null> {
  const { archives, now, db } = dependencies;
  let { progress } = run;
  const days = daysSince(await beginningOf(db, run.organizationId), now());
  progress.hosts ??= await hostsOf(run, dependencies.domains);
  const sections = sectionsOf(run, days, progress.hosts, dependencies);
  let rest = await archives.rest(run.id, progress);
  while (now().getTime() - begun.getTime() < STEP_MS) {
    const before = progress;
    const section = sections[progress.section];
    if (!section) {
      const bytes = await archives.finish(run.id, progress, rest, zipWriter(progress.entries).end());
      return { progress: { ...progress, percent: 100, bytes }, isOver: ALWAYS };
    }
    const written = await writeFile(section, progress);
    ({ progress, rest } = await archives.append(run.id, written.progress, rest, written.bytes));
    progress = { ...progress, ...howFar(run, progress, sections.length) };
    if (!(await save(progress))) return null;
    await archives.forget(run.id, before);
  }
  return { progress, isOver: NEVER };
}

/** The next file of a section: its bytes in the archive, and the progress after it. */
async function writeFile(
  section: Section,
  progress: Progress,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; progress: Progress }> {
  const { header = "" } = section;
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
  const content = file ?? new TextEncoder().encode(header + parts.join(""));
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
const hostsOf = async ({ organizationId }: Export, domains: Domains): Promise<string[]> => [
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
