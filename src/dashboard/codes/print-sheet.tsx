import { raw } from "hono/html";
import type { ChosenQrCode } from "../../qr-codes/chosen-store.ts";
import type { InlineDrawing } from "../../qr-codes/draw.ts";
import { MARK_MARGIN } from "./sheet-layout.ts";

/** A code on the sheet. */
export interface PrintedCode extends ChosenQrCode {
  drawing: InlineDrawing;
  /** Width with the quiet zone, in millimeters. */
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
  const width = size + 2 * margin;
  // A code in a frame is higher than wide.
  const tall = (size * drawing.height) / drawing.width;
  const height = tall + 2 * margin;
  const { host, pathname } = new URL(qrCode.encodedUrl);
  return (
    <figure>
      {/* Millimetres as attributes, because the policy forbids inline styles; one unit of the drawing is a millimetre. */}
      <svg
        width={`${width}mm`}
        height={`${height}mm`}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`QR code “${qrCode.name}” of “${link.name}”`}
      >
        <g transform={`translate(${margin} ${margin}) scale(${size / drawing.width})`}>{raw(drawing.svg)}</g>
        {hasMarks && <path d={cutMarks(size, tall)} fill="none" stroke="#000" stroke-width="0.2" />}
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
function cutMarks(width: number, height: number): string {
  const { start, length } = MARK;
  const far = (side: number) => side + 2 * MARK_MARGIN - start - length;
  const edges = (side: number) => [MARK_MARGIN, MARK_MARGIN + side];
  return [
    ...edges(width).flatMap((x) => [start, far(height)].map((y) => `M${x} ${y}v${length}`)),
    ...edges(height).flatMap((y) => [start, far(width)].map((x) => `M${x} ${y}h${length}`)),
  ].join("");
}
