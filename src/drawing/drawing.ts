import type { Color } from "../core/colors.ts";
import type { Box, Path } from "./path.ts";

/**
 * A drawing, which every format writes: a ground, outlines above it in their order, and one logo above all. Its units are
 * its own; each format is told how large they become. There is one such model so that a code has the same geometry
 * everywhere.
 */
export interface Drawing {
  /** What it shows, in words. */
  title: string;
  width: number;
  height: number;
  background: Color;
  /** Of the background's color and of one other, `color`. */
  outlines: readonly Outline[];
  color: Color;
  logo: PlacedLogo | null;
  /** Whether all edges are straight and lie between whole units, so that none needs shades. */
  isCrisp: boolean;
}

/** A filled area. */
export interface Outline {
  path: Path;
  color: Color;
  rule: "nonzero" | "evenodd";
}

/** A logo, and where it is in a drawing. */
export interface PlacedLogo extends Box {
  logo: Logo;
}

/** A logo as it is drawn: outlines in units of its own, or pixels. */
export type Logo = OutlinedLogo | PixelLogo;

export interface OutlinedLogo {
  kind: "outlines";
  width: number;
  height: number;
  outlines: readonly Outline[];
}

export interface PixelLogo {
  kind: "pixels";
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, row by row from the top. */
  rgba: Uint8Array;
  /** The same as a PNG. */
  file: Uint8Array;
}
