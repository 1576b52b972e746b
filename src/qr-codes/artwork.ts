import type { Color } from "../core/colors.ts";
import type { LogoPicture } from "./logo.ts";
import type { Path } from "./path.ts";
import type { Box } from "./round-corners.ts";
import type { FinderShape, ModuleShape } from "./style.ts";
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
  layers: readonly (BoxLayer | ModulesLayer | FindersLayer | LettersLayer)[];
  logo: PlacedLogo | null;
}

/** A logo, above all else and in any colours. What reaches out of its box is cut off. */
export interface PlacedLogo {
  /** Whole modules, which are empty below it. */
  box: { x: number; y: number; width: number; height: number };
  layers: readonly (StampsLayer | PictureLayer)[];
}

/** What an artwork is made of. */
export type Layer = BoxLayer | ModulesLayer | FindersLayer | LettersLayer | StampsLayer | PictureLayer;

/** A filled rectangle of whole modules with round corners. */
export interface BoxLayer extends Box {
  kind: "box";
  color: Color;
}

/** The dark modules of a symbol, of one shape, whose first one is at x and y. */
export interface ModulesLayer {
  kind: "modules";
  color: Color;
  shape: ModuleShape;
  modules: Modules;
  /** Where the rings of alignment patterns begin that are drawn as one shape, in modules; they are not in `modules`. */
  rings: readonly (readonly [x: number, y: number])[];
  x: number;
  y: number;
}

/** The finder patterns of a symbol of `side` modules that begins at x and y. */
export interface FindersLayer {
  kind: "finders";
  color: Color;
  shape: FinderShape;
  side: number;
  x: number;
  y: number;
}

/**
 * Outlines that are the same in every artwork: letters, finder patterns, and the shapes of a logo. Each is given in units
 * of its own, so that a format writes it once for all times.
 */
export interface StampsLayer {
  kind: "stamps";
  color: Color;
  /** How they are filled, or the width of lines with round ends and corners, in units of their own. */
  drawn: "nonzero" | "evenodd" | number;
  /** Where their origin is, and how many modules a unit of theirs is. */
  x: number;
  y: number;
  factor: number;
  /** Each at a place in units of their own. */
  stamps: readonly Stamp[];
}

/** A text as lines of a pen, which are as wide as `drawn`. */
export interface LettersLayer extends StampsLayer {
  drawn: number;
  text: string;
}

export interface Stamp {
  path: Path;
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
