/**
 * What is counted like a referrer, by the prefix of its key: the hosts that clicks came from, the lots of scanned GTINs, which
 * scans have in place of a referrer (encoded as in a URL), and the sources of clicks.
 */
const LOT_PREFIX = "10/";
export const SOURCE_PREFIX = "via/";
export const KIND_PREFIXES = { referrer: "", lot: LOT_PREFIX, source: SOURCE_PREFIX } as const;
export type ReferrerKind = keyof typeof KIND_PREFIXES;

/** Stands for all other keys of a kind, behind its prefix. */
export const OTHERS = "*";

/** The prefix of a key. */
export const prefixOf = (key: string): string => key.slice(0, key.indexOf("/") + 1);

export const isReferrerKind = (name: string): name is ReferrerKind => Object.hasOwn(KIND_PREFIXES, name);
