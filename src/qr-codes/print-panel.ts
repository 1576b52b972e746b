import type { Artwork } from "./artwork.ts";
import { short } from "./artwork-text.ts";
import { CAPITAL, lettering, PEN } from "./lettering.ts";
import type { Panel } from "./print-formats.ts";
import { artworkOperators, type PdfInks, pdfStamps } from "./styled-pdf.ts";

/** What a panel shows besides its code; empty texts are left out. */
export interface PanelTexts {
  headline: string;
  name: string;
  link: string;
}

/** Height of capitals, in millimetres, in a panel whose shorter side is 100 mm. */
const SIZES = { headline: 6.4, name: 4.2, link: 3.2 } as const;

/** Between two things below each other, in heights of capitals of the second. */
const LEADING = 1.1;

interface Line {
  text: string;
  height: number;
}

/** Where a code and its lines stand. */
interface Layout {
  code: { x: number; y: number; width: number };
  lines: { text: string; x: number; y: number; width: number; height: number; centred: boolean }[];
}

/** The operators of a panel, in millimetres from its top left corner. */
export function panelOperators(
  { width, height }: Pick<Panel, "width" | "height">,
  artwork: Artwork,
  texts: PanelTexts,
  { inks, picture, isRound }: { inks: PdfInks; picture: string; isRound: boolean },
): string {
  const layout =
    width > 1.4 * height
      ? besideEachOther(width, height, artwork, texts)
      : isRound
        ? inCircle(width, artwork, texts)
        : belowEachOther(width, height, artwork, texts);
  const { code } = layout;
  const unit = code.width / artwork.width;
  return [
    `q ${short(unit)} 0 0 ${short(unit)} ${short(code.x)} ${short(code.y)} cm`,
    artworkOperators(artwork, inks, picture),
    "Q",
    ...layout.lines.map((line) => {
      const letters = lettering(line.text);
      const factor = Math.min(line.height / CAPITAL, line.width / Math.max(1, letters.width));
      const x = line.x + (line.centred ? (line.width - letters.width * factor) / 2 : 0);
      const y = line.y + (line.height - CAPITAL * factor);
      const { color } = artwork;
      return pdfStamps({ kind: "stamps", color, drawn: PEN, x, y, factor, stamps: letters.letters }, inks);
    }),
  ].join("\n");
}

const linesOf = ({ headline, name, link }: PanelTexts, scale: number) => ({
  above: headline === "" ? [] : [{ text: headline, height: SIZES.headline * scale }],
  below: [
    ...(name === "" ? [] : [{ text: name, height: SIZES.name * scale }]),
    ...(link === "" ? [] : [{ text: link, height: SIZES.link * scale }]),
  ],
});

const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { height }) => sum + height * (1 + LEADING), 0);

function belowEachOther(width: number, height: number, artwork: Artwork, texts: PanelTexts): Layout {
  const scale = Math.min(width, height) / 100;
  const margin = 8 * scale;
  const { above, below } = linesOf(texts, scale);
  const ratio = artwork.height / artwork.width;
  const room = { width: width - 2 * margin, height: height - 2 * margin - heightOf(above) - heightOf(below) };
  const side = Math.max(1, Math.min(room.width, room.height / ratio));
  const used = heightOf(above) + side * ratio + heightOf(below);
  const lines: Layout["lines"] = [];
  let y = (height - used) / 2;
  const add = ({ text, height: tall }: Line, before: boolean) => {
    lines.push({
      text,
      x: margin,
      y: before ? y : y + tall * LEADING,
      width: room.width,
      height: tall,
      centred: true,
    });
    y += tall * (1 + LEADING);
  };
  for (const line of above) add(line, true);
  const code = { x: (width - side) / 2, y, width: side };
  y += side * ratio;
  for (const line of below) add(line, false);
  return { code, lines };
}

/** In a circle, in shares of its diameter: what stays free at its edge, and what is left for the shortest line of text. */
const EDGE = 0.05;
const SHORTEST = 0.42;

/** Between two things below each other in a circle, in heights of capitals: there is less room than on a sheet. */
const CLOSE = 0.6;

/** In the middle of a circle, as large as the lines above and below leave room for: each is as wide as the circle there. */
function inCircle(diameter: number, artwork: Artwork, texts: PanelTexts): Layout {
  const { above, below } = linesOf(texts, diameter / 100);
  const ratio = artwork.height / artwork.width;
  const radius = diameter * (0.5 - EDGE);
  const tall = (lines: readonly Line[]) => lines.reduce((sum, { height }) => sum + height * (1 + CLOSE), 0);
  const chordAt = (y: number) => 2 * Math.sqrt(Math.max(0, radius ** 2 - (y - diameter / 2) ** 2));
  const layoutOf = (side: number): Layout => {
    const lines: Layout["lines"] = [];
    let y = (diameter - tall(above) - side * ratio - tall(below)) / 2;
    const add = ({ text, height }: Line, top: number) => {
      const width = Math.min(chordAt(top), chordAt(top + height));
      lines.push({ text, x: (diameter - width) / 2, y: top, width, height, centred: true });
      y += height * (1 + CLOSE);
    };
    for (const line of above) add(line, y);
    const code = { x: (diameter - side) / 2, y, width: side };
    y += side * ratio;
    for (const line of below) add(line, y + line.height * CLOSE);
    return { code, lines };
  };
  // The quiet zone of a code without a frame may come nearer to the edge than its modules.
  const seen = ratio > 1 ? 1 : 0.8;
  const fits = ({ code, lines }: Layout) =>
    lines.every(({ width }) => width >= SHORTEST * diameter) &&
    [code.y + ((1 - seen) * code.width) / 2, code.y + code.width * (ratio - (1 - seen) / 2)].every(
      (y) => chordAt(y) >= seen * code.width,
    );
  let side = diameter;
  while (side > diameter / 5 && !fits(layoutOf(side))) side -= diameter / 200;
  return layoutOf(side);
}

function besideEachOther(width: number, height: number, artwork: Artwork, texts: PanelTexts): Layout {
  const scale = height / 50;
  const ratio = artwork.height / artwork.width;
  // A frame has no light modules around it that a knife may come near.
  const isFramed = ratio > 1;
  const margin = (isFramed ? 3 : 1.2) * scale;
  const side = (height - 2 * margin) / Math.max(1, ratio);
  const { above, below } = linesOf(texts, scale);
  const all = [...above, ...below];
  const x = margin + side + (isFramed ? 4 : 2) * scale;
  let y = (height - heightOf(all)) / 2;
  const lines = all.map(({ text, height: tall }) => {
    const line = { text, x, y, width: width - x - 3 * scale, height: tall, centred: false };
    y += tall * (1 + LEADING);
    return line;
  });
  return { code: { x: margin, y: (height - side * ratio) / 2, width: side }, lines };
}
