import type { Color } from "../core/colors.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../short-links/choice.ts";

/** How the modules of a code may look. */
export const MODULE_SHAPES = ["square", "rounded", "dots"] as const;
export type ModuleShape = (typeof MODULE_SHAPES)[number];

/** How its three large corners, the finder patterns, may look. */
export const FINDER_SHAPES = ["square", "rounded", "circle"] as const;
export type FinderShape = (typeof FINDER_SHAPES)[number];

/** What may cover its middle: nothing, or the logo of the link's project. */
export const LOGOS = ["none", "project"] as const;

/** The frame: none, or one that says what to do in a language. */
export const FRAMES = ["none", ...PAGE_LANGUAGES] as const;
export type FrameLanguage = PageLanguage;

/** The longest text of a frame, in characters. */
export const MAX_FRAME_TEXT = 24;

/** How a code looks, whatever its size and format. */
export interface Style {
  /** Of the dark modules and of the frame. */
  color: Color;
  /** Of everything else. */
  background: Color;
  modules: ModuleShape;
  finders: FinderShape;
  logo: (typeof LOGOS)[number];
  frame: (typeof FRAMES)[number];
  /** In place of the words of a language. */
  frameText?: string | undefined;
}

/** Squares, black on white, and nothing else. */
export const PLAIN = {
  color: "#000000",
  background: "#ffffff",
  modules: "square",
  finders: "square",
  logo: "none",
  frame: "none",
} as const satisfies Style;

/** A saved style with what it leaves out, which is plain. */
export const fullStyle = (saved: { [name in keyof Style]?: Style[name] | undefined }): Style => {
  const said = Object.fromEntries(Object.entries(saved).filter(([, value]) => value !== undefined));
  return { ...PLAIN, ...said };
};

/** Whether a code of this style is more than squares of two colors. */
export const isStyled = ({ modules, finders, logo, frame, frameText }: Style): boolean =>
  modules !== "square" ||
  finders !== "square" ||
  logo !== "none" ||
  frame !== "none" ||
  frameText !== undefined;

/** The side of a dot, in modules: dots touch neither each other nor the modules' edges. */
export const DOT = 0.9;
