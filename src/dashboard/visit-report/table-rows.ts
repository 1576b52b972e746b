import { parseQrCodeId } from "../../core/ids.ts";
import type { ReportRow } from "../../visits/breakdown.ts";
import { NONE } from "../../visits/breakdown.ts";
import { type Dimension, type VisitNumbers, zeroVisits } from "../../visits/statistics.ts";
import { rowName } from "./row-names.ts";
import { columnsOf } from "./table-columns.ts";

/** A row of a table as people read it. */
export interface NamedRow extends VisitNumbers {
  key: string;
  name: string;
  /** What stands smaller beside the name. */
  detail: string | null;
  /** What its bar shows. */
  bar: VisitNumbers;
}

/** How the rows of a table are named. */
export interface Naming {
  /** Whether links have their public names. */
  isPublic: boolean;
  /** Whether all is about one link, so that codes need no other name than their own. */
  isOfLink: boolean;
}

/** The rows that a table shows: those with anything in its columns. */
export function namedRows(
  by: Dimension,
  rows: readonly ReportRow[],
  { isPublic, isOfLink }: Naming,
): NamedRow[] {
  const columns = columnsOf(by);
  const codes = codesByLink(by === "qrCode" ? rows : []);
  return rows
    .filter((row) => !(by === "qrCode" && row.key === NONE))
    .filter((row) => columns.some(({ value }) => value(row) > 0))
    .map((row) => {
      const { name, detail } = rowName(by, row, isPublic);
      const bar = barOf(by, row);
      if (isOfLink && detail !== null) return { ...row, name: detail, detail: null, bar };
      return { ...row, name, detail: isOnlyCode(row.key, codes) ? null : detail, bar };
    });
}

/** A code's row has no bar for clicks, and that of a referrer none for scans. */
function barOf(by: Dimension, { scans, clicks }: VisitNumbers): VisitNumbers {
  if (by === "qrCode") return { ...zeroVisits(), scans };
  return by === "referrer" ? { ...zeroVisits(), clicks } : { ...zeroVisits(), scans, clicks };
}

/** How many codes of each link have a row. */
function codesByLink(rows: readonly ReportRow[]): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  for (const { key } of rows) {
    const linkId = parseQrCodeId(key)?.linkId;
    if (linkId !== undefined) codes.set(linkId, (codes.get(linkId) ?? 0) + 1);
  }
  return codes;
}

/** Whether a row is that of a link's first code, and the link has no other one: then the link's name says it all. */
function isOnlyCode(key: string, codes: ReadonlyMap<string, number>): boolean {
  const code = codes.size > 0 ? parseQrCodeId(key) : null;
  return code !== null && code.identifier === "default" && codes.get(code.linkId) === 1;
}
