import type { Color } from "../core/colors.ts";
import type { Path } from "./path.ts";

/** A shape of a drawn logo, in its own units; a line where it has a width. */
export interface LogoShape {
  path: Path;
  color: Color;
  width: number | null;
  rule: "nonzero" | "evenodd";
}

/** A logo of shapes, which every format draws as shapes. */
export interface DrawnLogo {
  kind: "shapes";
  width: number;
  height: number;
  shapes: readonly LogoShape[];
}

/** The forms of a logo's file. */
export type LogoMediaType = "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml";

/** A logo as a file, which a format may hold as it is, or as pixels. */
export interface LogoPicture {
  kind: "picture";
  width: number;
  height: number;
  mediaType: LogoMediaType;
  bytes: Uint8Array;
  /** Red, green, blue and opacity of each pixel; null where only the file can be used. */
  pixels: Uint8Array | null;
  /** Colours of each pixel in a JPEG: 1 or 3; null for any other file. */
  components: number | null;
}

/** A logo, ready to be drawn. Width and height are in pixels or units of the file. */
export type Logo = DrawnLogo | LogoPicture;

/** The bytes of a project's logo, as they were uploaded. */
export interface LogoFile {
  bytes: Uint8Array;
  mediaType: LogoMediaType;
}
