import { type Color, inksOf } from "../../ground/core/colors.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../../ground/core/page-languages.ts";

/** The shapes of modules. */
export const MODULE_SHAPES = ["square", "rounded", "dots"] as const;

export type ModuleShape = (typeof MODULE_SHAPES)[number];

/** The shapes of the three large corners, the finder patterns. */
export const FINDER_SHAPES = ["square", "rounded", "circle"] as const;

export type FinderShape = (typeof FINDER_SHAPES)[number];

/** What may cover the center: nothing, or the logo of the link's project. */
export const LOGOS = ["none", "project"] as const;

/** The frame: none, or a call to action in a language. */
export const FRAMES = ["none", ...PAGE_LANGUAGES] as const;

export type FrameLanguage = PageLanguage;

/** The colors of a code. */
export interface CodeColors {
  /** Of the dark modules and the frame. */
  color: Color;
  /** Of everything else: a color, or nothing. */
  background: Color | "none";
  /** The color behind a transparent code. */
  surface: Color;
}

/** The style of a code, independent of size and format. */
export interface Style extends CodeColors {
  modules: ModuleShape;
  finders: FinderShape;
  logo: (typeof LOGOS)[number];
  frame: (typeof FRAMES)[number];
  /** Custom text instead of a language's text. */
  frameText?: string | undefined;
}

/** Black squares on white. */
export const PLAIN = {
  color: "#000000",
  background: "#ffffff",
  surface: "#ffffff",
  modules: "square",
  finders: "square",
  logo: "none",
  frame: "none",
} as const satisfies Style;

/** A saved style completed with plain values. */
export const fullStyle = (saved: { [name in keyof Style]?: Style[name] | undefined }): Style => {
  const present = Object.fromEntries(Object.entries(saved).filter(([, value]) => value !== undefined));
  return { ...PLAIN, ...present };
};

/** Whether this style has more than squares of two colors. */
export const isStyled = ({ modules, finders, logo, frame, frameText }: Style): boolean =>
  modules !== "square" ||
  finders !== "square" ||
  logo !== "none" ||
  frame !== "none" ||
  frameText !== undefined;

/** A style as stored, possibly without plain fields. */
export type CodeStyle = { [Name in keyof Style]?: Style[Name] | undefined };

/** The color of a print's bands and rings. Beside a code in inks it is in inks too: the brand's, or else the code's. */
export const printedAccent = (accent: Color | null, { color }: Pick<Style, "color">): Color | null =>
  accent !== null && inksOf(accent) === null && inksOf(color) !== null ? color : accent;
