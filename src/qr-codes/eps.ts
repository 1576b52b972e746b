import { SERVICE_NAME } from "../core/vocabulary.ts";
import { modulesAcross, type Picture } from "./picture.ts";
import { decimal, pointsOf, runsFromBottom, setColor } from "./print.ts";

const COLOR = { gray: "setgray", rgb: "setrgbcolor" };

/** Runs on each line of the file: DSC allows 255 characters a line, and a run has at most 12. */
const RUNS_A_LINE = 16;

/**
 * Draws a picture as an EPS file, which is a program in PostScript (Adobe Technical Notes 5001, DSC 3.0, and 5002, EPSF
 * 3.0). It is ASCII and of language level 2. All runs are one path, filled once. `showpage` at the end makes it print by
 * itself; a program that places it on a page of its own has to disable that operator, as EPSF says.
 */
export function drawEps(picture: Picture): string {
  const points = pointsOf(picture);
  const across = modulesAcross(picture);
  const runs = runsFromBottom(picture).map(({ x, y, length }) => `${x} ${y} ${length} r`);
  const lines = Array.from({ length: Math.ceil(runs.length / RUNS_A_LINE) }, (_, index) =>
    runs.slice(index * RUNS_A_LINE, (index + 1) * RUNS_A_LINE).join(" "),
  );
  const unit = decimal(points / across);
  return [
    "%!PS-Adobe-3.0 EPSF-3.0",
    `%%BoundingBox: 0 0 ${Math.ceil(points)} ${Math.ceil(points)}`,
    `%%HiResBoundingBox: 0 0 ${decimal(points)} ${decimal(points)}`,
    `%%Creator: ${SERVICE_NAME}`,
    "%%Title: (QR code)",
    "%%LanguageLevel: 2",
    "%%DocumentData: Clean7Bit",
    "%%Pages: 1",
    "%%EndComments",
    "%%Page: 1 1",
    // A dictionary of its own, so that `r` changes no name of the document around it.
    "1 dict begin gsave",
    "% x y length r: adds a run of modules to the path",
    "/r { 3 1 roll moveto dup 0 rlineto 0 1 rlineto neg 0 rlineto closepath } bind def",
    `${unit} ${unit} scale`,
    `${setColor(picture.background, COLOR)} 0 0 ${across} ${across} rectfill`,
    `${setColor(picture.color, COLOR)} newpath`,
    ...lines,
    "fill",
    "grestore end",
    "showpage",
    "%%EOF",
    "",
  ].join("\n");
}
