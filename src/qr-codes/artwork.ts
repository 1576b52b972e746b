import type { Color } from "../core/colors.ts";
import type { LogoPicture } from "./logo.ts";
import type { Path } from "./path.ts";
import type { ModuleShape } from "./style.ts";
import type { Modules } from "./symbol.ts";

/**
 * An image as every format draws it: shapes in modules from its top left corner, each above the ones before. There is
 * one such model so that a code has the same geometry in SVG, PNG, PDF and EPS.
 */
export interface Artwork {
  /** Modules beside each other and below each other, quiet zone and frame included. */
  width: number;
  height: number;
  /** Of modules and frame. */
  color: Color;
  background: Color;
  /** Shapes of these two colours. */
  layers: readonly (Shape | ModulesLayer)[];
  logo: PlacedLogo | null;
}

/** A logo, above all else and in any colours. What reaches out of its box is cut off. */
export interface PlacedLogo {
  /** Whole modules, which are empty below it. */
  box: { x: number; y: number; width: number; height: number };
  layers: readonly (Shape | PictureLayer)[];
}

/** What an artwork is made of. */
export type Layer = Shape | ModulesLayer | PictureLayer;

/** One or more shapes of one colour: filled, or lines with round ends and corners. */
export type Shape =
  | { kind: "fill"; color: Color; path: Path; rule: "nonzero" | "evenodd" }
  | { kind: "lines"; color: Color; path: Path; width: number };

/** The dark modules of a symbol, of one shape, whose first one is at x and y. */
export interface ModulesLayer {
  kind: "modules";
  color: Color;
  shape: ModuleShape;
  modules: Modules;
  x: number;
  y: number;
}

/** A picture of pixels in a rectangle. */
export interface PictureLayer {
  kind: "picture";
  picture: LogoPicture;
  x: number;
  y: number;
  width: number;
  height: number;
}
