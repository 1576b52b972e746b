import { serviceUnavailable } from "../../ground/core/errors.ts";
import { deflate, inflate } from "../../ground/drawing/compress.ts";
import { within } from "../../ground/platform/deadlines.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The columns of visit_months that a line has: all but organization and project. Reading a line begins with the first two. */
export const MOVED_COLUMNS = [
  "month",
  "link_id",
  "retailer",
  "counts",
  "totals",
  "apart",
  "visitors",
] as const;
/** A row of visit_months of an organization and project. */
export type MovedRow = Record<(typeof MOVED_COLUMNS)[number], string>;

/** An object in R2: rows of visit_months of a project and year. */
export interface ArchivedObject {
  organizationId: string;
  projectId: string;
  year: string;
  part: number;
}

/** A part of an object, compressed separately. */
export interface ArchivedBlock extends ArchivedObject {
  offset: number;
  length: number;
  firstLink: string;
  lastLink: string;
  /** How many links have rows in it, and the characters of these. */
  links: number;
  size: number;
  /** JSON: the number of its rows by month. */
  months: string;
}

/** Rows to read: those of some months, and of links for which `isWanted` is true. */
export interface WantedRows {
  months: ReadonlySet<string>;
  isWanted: (linkId: string, projectId: string) => boolean;
}

/** The key of an object. `npm run status` and docs/storage.md name the folder: what is in it exists nowhere else. */
export const archiveKey = ({ organizationId, projectId, year, part }: ArchivedObject): string =>
  `visits/${encodeURIComponent(organizationId)}/${encodeURIComponent(projectId)}/${year}-${part}`;

/** The characters of a block are about 1 MB. */
const MAX_BLOCK = 16_000_000;
/** Neighboring blocks are read together up to this many bytes, and as many ranges at a time. */
const MAX_RANGE = 1_000_000;
const AT_ONCE = 4;

const lineOf = (row: MovedRow): string =>
  JSON.stringify(Object.fromEntries(MOVED_COLUMNS.map((name) => [name, row[name]])));
const BEGINNING = /^\{"month":"([^"]*)","link_id":"([^"]*)"/;

/** What `visit_archive_blocks` says of a block with these rows, which are in order of their link, and its bytes. */
export async function blockOf(
  rows: readonly MovedRow[],
): Promise<{ bytes: Bytes; block: Omit<ArchivedBlock, keyof ArchivedObject | "offset"> }> {
  const text = rows.map((row) => `${lineOf(row)}\n`).join("");
  const bytes = await deflate([new TextEncoder().encode(text)]);
  const months = Array.from({ length: 12 }, () => 0);
  for (const { month } of rows) {
    const index = Number(month.slice("2024-".length)) - 1;
    months[index] = (months[index] ?? 0) + 1;
  }
  return {
    bytes,
    block: {
      length: bytes.length,
      firstLink: rows[0]?.link_id ?? "",
      lastLink: rows.at(-1)?.link_id ?? "",
      links: new Set(rows.map(({ link_id: linkId }) => linkId)).size,
      size: text.length,
      months: JSON.stringify(months),
    },
  };
}

/** The lines of a block. Throws for damaged bytes. */
export const linesIn = async (block: Uint8Array): Promise<string[]> =>
  new TextDecoder()
    .decode(await inflate(block, MAX_BLOCK))
    .split("\n")
    .slice(0, -1);

/** The row of a line. */
// Only this file writes lines.
export const rowIn = (line: string): MovedRow => JSON.parse(line) as MovedRow;

/** Old months of visits in R2. */
export type VisitArchives = ReturnType<typeof visitArchives>;

export function visitArchives(bucket: R2Bucket) {
  const onR2 = async <T>(year: string, deadline: number, call: () => Promise<T>): Promise<T> => {
    try {
      return await within(deadline, call());
    } catch (cause) {
      const message = `Visits of ${year} can't be read at the moment. Try again shortly, or ask for later days.`;
      throw serviceUnavailable(cause, { message });
    }
  };
  const read = ([first, ...more]: readonly ArchivedBlock[]): Promise<Bytes> => {
    if (!first) throw new RangeError("there is nothing to read");
    const key = archiveKey(first);
    const range = {
      offset: first.offset,
      length: more.reduce((sum, { length }) => sum + length, first.length),
    };
    return onR2(first.year, SERVICE_DEADLINES.oldVisits, async () => {
      const object = await bucket.get(key, { range });
      if (!object) throw new Error(`R2 lost ${key}`);
      return new Uint8Array(await object.arrayBuffer());
    });
  };
  /** The lines of blocks, in order. */
  async function* linesOf(
    blocks: readonly ArchivedBlock[],
  ): AsyncGenerator<{ block: ArchivedBlock; lines: string[] }> {
    const ranges = rangesOf(blocks);
    for (let at = 0; at < ranges.length; at += AT_ONCE) {
      const some = ranges.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map(read));
      for (const [index, range] of some.entries())
        for (const block of range) {
          const from = block.offset - (range[0]?.offset ?? 0);
          const bytes = found[index]?.slice(from, from + block.length) ?? new Uint8Array();
          yield { block, lines: await onR2(block.year, SERVICE_DEADLINES.oldVisits, () => linesIn(bytes)) };
        }
    }
  }
  return {
    linesOf,
    /** The wanted rows of blocks, by block. Throws `service_unavailable` if R2 does not respond, or lost one. */
    async *rowsOf(
      blocks: readonly ArchivedBlock[],
      { months, isWanted }: WantedRows,
    ): AsyncGenerator<{ projectId: string; rows: MovedRow[] }> {
      for await (const { block, lines } of linesOf(blocks)) {
        const wanted = lines.filter((line) => {
          const [, month = "", linkId = ""] = BEGINNING.exec(line) ?? [];
          return months.has(month) && isWanted(linkId, block.projectId);
        });
        yield { projectId: block.projectId, rows: wanted.map(rowIn) };
      }
    },
    put: (object: ArchivedObject, bytes: Bytes) =>
      onR2(object.year, SERVICE_DEADLINES.exportPart, () => bucket.put(archiveKey(object), bytes)),
    remove: (object: ArchivedObject) =>
      onR2(object.year, SERVICE_DEADLINES.r2Put, () => bucket.delete(archiveKey(object))),
  };
}

/** Blocks that are read together: those that follow one another in an object. */
function rangesOf(blocks: readonly ArchivedBlock[]): ArchivedBlock[][] {
  const ranges: ArchivedBlock[][] = [];
  for (const block of blocks) {
    const range = ranges.at(-1);
    const [first, last] = [range?.[0], range?.at(-1)];
    const isNext =
      first && last && archiveKey(last) === archiveKey(block) && last.offset + last.length === block.offset;
    if (range && isNext && block.offset + block.length - first.offset <= MAX_RANGE) range.push(block);
    else ranges.push([block]);
  }
  return ranges;
}
