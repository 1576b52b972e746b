import { raw } from "hono/html";
import type { ChosenQrCode } from "../../qr-codes/chosen-store.ts";
import type { Drawing } from "../../qr-codes/draw-sheet.ts";
import { MARK_MARGIN } from "./sheet-layout.ts";

/** A code on the sheet. */
export interface PrintedCode extends ChosenQrCode {
  drawing: Drawing;
  /** Width with the quiet zone, in millimetres. */
  size: number;
}

/** Where a cut mark begins, and how long it is, in millimetres from the edge of the margin. */
const MARK = { start: 0.5, length: 3.5 } as const;

/** What is printed, and nothing else of the page: rows of codes, none of which is broken over two pages. */
export const PrintSheet = ({
  codes,
  columns,
  hasMarks,
}: {
  codes: readonly PrintedCode[];
  columns: number;
  hasMarks: boolean;
}) => {
  const rows = Array.from({ length: Math.ceil(codes.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_, column) => codes[row * columns + column]),
  );
  return (
    // On a phone it is scrolled sideways, also by keyboard.
    <section class="paper" tabindex={0} aria-label="Print sheet">
      {rows.map((row) => (
        <div class="paper-row">
          {row.map((code) => (code ? <Printed code={code} hasMarks={hasMarks} /> : <div />))}
        </div>
      ))}
    </section>
  );
};

const Printed = ({
  code: { qrCode, link, drawing, size },
  hasMarks,
}: {
  code: PrintedCode;
  hasMarks: boolean;
}) => {
  const margin = hasMarks ? MARK_MARGIN : 0;
  const side = size + 2 * margin;
  const { host, pathname } = new URL(qrCode.encodedUrl);
  return (
    <figure>
      {/* Millimetres as attributes, because the policy forbids inline styles; one unit of the drawing is a millimetre. */}
      <svg
        width={`${side}mm`}
        height={`${side}mm`}
        viewBox={`0 0 ${side} ${side}`}
        role="img"
        aria-label={`QR code “${qrCode.name}” of “${link.name}”`}
      >
        <g transform={`translate(${margin} ${margin}) scale(${size / drawing.side})`}>{raw(drawing.svg)}</g>
        {hasMarks && <path d={cutMarks(size)} fill="none" stroke="#000" stroke-width="0.2" />}
      </svg>
      <figcaption>
        <strong>
          <bdi>{qrCode.name}</bdi>
        </strong>
        <bdi>{link.name}</bdi>
        <span>
          {host}
          {pathname}
        </span>
      </figcaption>
    </figure>
  );
};

/** Two short lines at each corner, outside of the code, where a knife begins and ends. */
function cutMarks(size: number): string {
  const { start, length } = MARK;
  const far = size + 2 * MARK_MARGIN - start - length;
  return [MARK_MARGIN, MARK_MARGIN + size]
    .flatMap((edge) => [start, far].map((from) => `M${edge} ${from}v${length}M${from} ${edge}h${length}`))
    .join("");
}
