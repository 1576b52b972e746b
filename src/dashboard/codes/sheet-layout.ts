import { type FormProblems, NO_PROBLEMS } from "../layout/forms.ts";
import { type DrawingQuery, type DrawnCode, drawingQuery } from "./drawing.ts";

/** What A4 and Letter both leave between margins of 10 mm, which the stylesheet sets; in millimetres. */
const PAPER_WIDTH = 190;

/** Around each code where there are cut marks, in millimetres. */
export const MARK_MARGIN = 5;

const MAX_COLUMNS = 8;

/** The fields of a sheet that are not those of a drawing. */
const COLUMNS = "columns";
/** The name of the field for cut marks. */
export const MARKS = "marks";

/** How codes are laid out on paper. */
export interface SheetLayout {
  /** Of each code, in their order. */
  drawings: readonly DrawingQuery[];
  /** What the address says of how all of them are drawn. */
  typed: URLSearchParams;
  /** As typed; empty for as many as there is room for. */
  typedColumns: string;
  hasMarks: boolean;
  /** Null where the codes can't be laid out; `problems` says why. */
  columns: number | null;
  problems: FormProblems;
}

/** Reads how these codes are to be laid out: each as it was saved, but for what the address says of all. */
export function sheetLayout(search: URLSearchParams, codes: readonly DrawnCode[]): SheetLayout {
  const drawings = codes.map((code) => drawingQuery(search, code));
  const layout = {
    drawings,
    typed: drawings[0]?.typed ?? new URLSearchParams(),
    typedColumns: search.get(COLUMNS)?.trim() ?? "",
    hasMarks: search.get(MARKS) === "on",
  };
  const refuse = (field: string, text: string): SheetLayout => ({
    ...layout,
    columns: null,
    problems: { fields: new Map([[field, text]]) },
  });
  const refused = drawings.find(({ drawn }) => drawn === null);
  if (refused) return { ...layout, columns: null, problems: refused.problems };
  const sizes = drawings.map(({ drawn }) => drawn?.size ?? 0);
  const widest = Math.max(...sizes) + (layout.hasMarks ? 2 * MARK_MARGIN : 0);
  if (widest > PAPER_WIDTH) {
    const field = layout.typed.has("distance") ? "distance" : "size";
    return refuse(field, `Is too wide for the paper: there is room for ${PAPER_WIDTH} mm.`);
  }
  const room = Math.min(MAX_COLUMNS, Math.floor(PAPER_WIDTH / widest));
  const columns = layout.typedColumns === "" ? Math.min(room, codes.length) : columnsIn(layout.typedColumns);
  if (columns === null) return refuse(COLUMNS, `Type a whole number from 1 to ${MAX_COLUMNS}.`);
  if (columns > room) return refuse(COLUMNS, `There is room for ${room} beside each other at this width.`);
  return { ...layout, columns, problems: NO_PROBLEMS };
}

const columnsIn = (text: string): number | null =>
  /^[1-9]$/.test(text) && Number(text) <= MAX_COLUMNS ? Number(text) : null;
