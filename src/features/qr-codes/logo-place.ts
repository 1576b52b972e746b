import type { Logo, PlacedLogo } from "../../ground/drawing/drawing.ts";
import type { Box } from "../../ground/drawing/path.ts";
import type { Modules } from "./symbol.ts";

/**
 * The maximum share of a symbol's area to clear. Level H restores 30% of the codewords (ISO/IEC 18004), but a codeword
 * is lost with any of its modules, so less area may be missing.
 */
export const MAX_CLEARED = 0.2;

/** The target share, which leaves a reserve for damage to the print. */
const AIM = 0.08;

/**
 * The largest symbol that may have a logo, in modules: version 6. From version 7 on, there is an alignment pattern in
 * the middle (ISO/IEC 18004, annex E), and zbar fails if it is covered.
 */
export const MAX_SIDE_WITH_LOGO = 41;

/** Modules of finder patterns and their separators on both sides, which a logo must not touch. */
const BESIDE = 18;

/** Space between the logo and the modules around it, in modules. */
const MARGIN = 0.6;

/** The area to clear for a logo in a symbol of `side` modules: odd numbers of modules, because the side is odd. */
export function clearedFor(side: number, { width, height }: Logo): Box {
  const ratio = Math.min(3, Math.max(1 / 3, width / height));
  const most = Math.max(5, side - BESIDE);
  const area = AIM * side * side;
  const odd = (modules: number) => Math.max(3, 2 * Math.floor((Math.min(modules, most) + 1) / 2) - 1);
  const [across, down] = [odd(Math.sqrt(area * ratio)), odd(Math.sqrt(area / ratio))];
  return { x: (side - across) / 2, y: (side - down) / 2, width: across, height: down };
}

/** A symbol without the modules below the logo. */
export const withoutMiddle = (modules: Modules, { x, y, width, height }: Box): Modules =>
  modules.map((row, line) => (line < y || line >= y + height ? row : row.slice().fill(false, x, x + width)));

/** Centers the logo in the cleared area, for a symbol at offset `start` from the left and top. */
export function placeLogo(logo: Logo, cleared: Box, start: number): PlacedLogo {
  const factor = Math.min(
    (cleared.width - 2 * MARGIN) / logo.width,
    (cleared.height - 2 * MARGIN) / logo.height,
  );
  const [width, height] = [logo.width * factor, logo.height * factor];
  return {
    logo,
    x: start + cleared.x + (cleared.width - width) / 2,
    y: start + cleared.y + (cleared.height - height) / 2,
    width,
    height,
  };
}
