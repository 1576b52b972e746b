import inter from "./inter.woff2";

/**
 * Inter, for weights from 100 to 900, Latin letters: inter-latin-wght-normal.woff2 of @fontsource-variable/inter 5.3.0,
 * unchanged. Its license is in inter-license.txt. A module of its own: each browser loads it once.
 */
export const FACE: Uint8Array<ArrayBuffer> = inter;
