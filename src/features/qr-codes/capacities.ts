/** The error correction levels of a QR code, from least to most tolerance for damage. */
export const LEVELS = ["L", "M", "Q", "H"] as const;
export type Level = (typeof LEVELS)[number];

/**
 * Capacity in bytes by version, from version 1 (ISO/IEC 18004, byte mode). qrcode-svg 1.1.0 lacks half of the blocks of
 * version 15 at level H, so that version has capacity 0 and the next larger version is used.
 */
const CAPACITIES: Record<Level, readonly number[]> = {
  L: [
    17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003,
    1091, 1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431, 2563, 2699, 2809,
    2953,
  ],
  M: [
    14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
    857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
  ],
  Q: [
    11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258, 292, 322, 364, 394, 442, 482, 509, 565,
    611, 661, 715, 751, 805, 868, 908, 982, 1030, 1112, 1168, 1228, 1283, 1351, 1423, 1499, 1579, 1663,
  ],
  H: [
    7, 14, 24, 34, 44, 58, 64, 84, 98, 119, 137, 155, 177, 194, 0, 250, 280, 310, 338, 382, 403, 439, 461,
    511, 535, 593, 625, 658, 698, 742, 790, 842, 898, 958, 983, 1051, 1093, 1139, 1219, 1273,
  ],
};

/** The maximum capacity of a QR code of `level`, in bytes. */
export const maxBytes = (level: Level): number => Math.max(...CAPACITIES[level]);

/** The smallest version, from 1 to 40, that fits `length` bytes at `level`; null if none fits. */
export function versionFor(length: number, level: Level): number | null {
  const index = CAPACITIES[level].findIndex((capacity) => length <= capacity);
  return index < 0 ? null : index + 1;
}

/** The modules per side of a symbol of `version`. */
export const sideOf = (version: number): number => 17 + 4 * version;

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
