import { LEVELS, type Level, maxBytes, sideOf, versionFor } from "./capacities.ts";

/** The level of a code whose image does not ask for another one. What is printed without options has it. */
export const DEFAULT_LEVEL: Level = "M";

/** What is encoded for an absolute URL: its `href`, which is ASCII whatever was typed. Throws TypeError for others. */
export const contentOf = (url: string): string => new URL(url).href;

/** Whether `url` is an absolute URL that a QR code can hold. */
export function isEncodable(url: string): boolean {
  const href = URL.parse(url)?.href;
  return href !== undefined && href.length <= maxBytes(DEFAULT_LEVEL);
}

/** How many modules the code of an absolute URL has on each side; null where no code of `level` holds it. */
export function symbolSide(url: string, level: Level): number | null {
  const version = versionFor(contentOf(url).length, level);
  return version && sideOf(version);
}

/** The levels whose codes hold every one of these absolute URLs. */
export const levelsFor = (urls: readonly string[]): Level[] =>
  LEVELS.filter((level) => urls.every((url) => symbolSide(url, level) !== null));
