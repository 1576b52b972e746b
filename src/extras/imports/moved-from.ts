import { slugProblem } from "../../ground/core/slug.ts";
import { mapInPieces } from "../../ground/platform/pieces.ts";
import type { Cells } from "./import.ts";
import { isObject, textIn } from "./moved-values.ts";

/** The former address of a link, in `metadata.movedFrom`. */
export interface MovedFrom {
  service: string;
  address?: string;
  createdAt?: string;
  visits?: number;
  note?: string;
  /** Properties of the link that this service does not have. */
  notCarriedOver?: readonly string[];
}

/** The former address of a row's link; undefined for another row. */
function movedFromIn(metadata: unknown): object | undefined {
  const movedFrom = isObject(metadata) && "movedFrom" in metadata ? metadata.movedFrom : undefined;
  return isObject(movedFrom) ? movedFrom : undefined;
}

/** Properties of a moved link that this service does not have; undefined for another link. */
export function lossOf(metadata: unknown): { service: string; lost: string } | undefined {
  const movedFrom = movedFromIn(metadata);
  if (!movedFrom || !("service" in movedFrom) || !("notCarriedOver" in movedFrom)) return undefined;
  const { service, notCarriedOver } = movedFrom;
  if (typeof service !== "string" || !Array.isArray(notCarriedOver)) return undefined;
  return { service, lost: notCarriedOver.map(textIn).join(", ") };
}

/** The address that the link of a row had at another service, or its path; empty for another row. */
export function formerAddress({ metadata = "", slug = "" }: Cells): string {
  try {
    const movedFrom = movedFromIn(JSON.parse(metadata));
    const address = movedFrom && "address" in movedFrom ? textIn(movedFrom.address) : "";
    return movedFrom ? address.replace(/^https?:\/\//, "") || (slug && `/${slug}`) : "";
  } catch {
    return "";
  }
}

/** The host of the address that the link of a row had at another service, empty if it is unknown; undefined for another row. */
const formerHost = (cells: Cells): string | undefined =>
  cells.metadata?.includes('"movedFrom"')
    ? (/^[^/:]*/.exec(formerAddress(cells))?.[0].toLowerCase() ?? "")
    : undefined;

/**
 * Rows of another service whose links go to `domain`, empty for the default host. What becomes of a back-half:
 *
 * | printed with | a slug, alone in its spelling | any other |
 * | --- | --- | --- |
 * | `domain`, or an unknown host | slug | kept address |
 * | another host, where it goes on | slug | a short id |
 * | no domain, and an unknown host | slug | slug, which is a problem of the row |
 */
export async function withKeptAddresses<R extends { cells: Cells }>(
  rows: readonly R[],
  domain: string,
): Promise<R[]> {
  const spellings = new Map<string, Set<string>>();
  const moved = await mapInPieces(rows, (row) => {
    const host = formerHost(row.cells);
    const { slug } = row.cells;
    const isHere = domain !== "" && (host === "" || host === domain);
    if (slug !== undefined && isHere) {
      const key = slug.toLowerCase();
      spellings.set(key, (spellings.get(key) ?? new Set()).add(slug));
    }
    return { row, host, isHere };
  });
  return mapInPieces(moved, ({ row, host, isHere }) => {
    const { slug, ...cells } = row.cells;
    if (slug === undefined || host === undefined) return row;
    const isSlug = slugProblem(slug) === undefined;
    if (isHere)
      return isSlug && spellings.get(slug.toLowerCase())?.size === 1
        ? row
        : { ...row, cells: { ...cells, keep: pathOf(slug) } };
    const isElsewhere = host !== "" && host !== domain;
    return isElsewhere && !isSlug ? { ...row, cells } : row;
  });
}

/** The path of a back-half, in a cell. */
const pathOf = (backHalf: string): string => `/${encodeURI(backHalf).replace(/[?#]/g, encodeURIComponent)}`;
