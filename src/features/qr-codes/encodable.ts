import { LEVELS, type Level, maxBytes, sideOf, versionFor } from "./capacities.ts";

/** The default level of images. */
export const DEFAULT_LEVEL: Level = "M";

/** The encoded text of an absolute URL: its `href`, which is always ASCII. Throws TypeError for other texts. */
export const contentOf = (url: string): string => new URL(url).href;

/** Whether `url` is an absolute URL that fits into a QR code. */
export function isEncodable(url: string): boolean {
  const href = URL.parse(url)?.href;
  return href !== undefined && href.length <= maxBytes(DEFAULT_LEVEL);
}

/** The modules per side of an absolute URL's code; null if it doesn't fit at `level`. */
export function symbolSide(url: string, level: Level): number | null {
  const version = versionFor(contentOf(url).length, level);
  return version && sideOf(version);
}

/** The levels at which all of these absolute URLs fit. */
export const levelsFor = (urls: readonly string[]): Level[] =>
  LEVELS.filter((level) => urls.every((url) => symbolSide(url, level) !== null));
