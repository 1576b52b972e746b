import type { MovedRecord, MovedRule, MovedShare } from "./moved-rules.ts";
import { isSet, textIn } from "./moved-values.ts";

/** Keys of a record in order of preference, in the form of `plain`. Those of nested objects are joined: "metavaliduntil". */
export type Keys = string;

/** A service whose exported links can be imported. docs/moving-in.md has the sources. */
export interface LinkService {
  name: string;
  /** A record is of this service if it has all keys of one of these. */
  signatures: readonly Keys[];
  /** The short URL, whose path is the slug, and the slug itself. */
  address?: Keys;
  slug?: Keys;
  /** The keys below have a default: see `DEFAULT_KEYS`. */
  url?: Keys;
  title?: Keys;
  tags?: Keys;
  createdAt?: Keys;
  visits?: Keys;
  /** Whether titles are written as HTML. */
  hasEntities?: boolean;
  note?: Keys;
  activeFrom?: Keys;
  activeUntil?: Keys;
  endedUrl?: Keys;
  /** Destinations that depend on the visit. */
  rules?: (record: MovedRecord) => MovedRule[];
  /** Destinations among which visits are split; empty for most links. */
  split?: (record: MovedRecord, usual: string) => MovedShare[];
  /** Whether a link appends the query of a visit to its destination. */
  forwardsQuery?: (record: MovedRecord) => boolean;
  /** Whether records have UTM values besides their destination: `utmsource` and so on. */
  hasUtm?: boolean;
  /** What messengers show of a link. */
  card?: (record: MovedRecord) => { title?: string; text?: string; imageUrl?: string };
  /** The keys that the functions above read. */
  carried?: Keys;
  /** What links here can't do, by key. */
  notCarriedOver?: Readonly<Record<string, string>>;
}

export const DEFAULT_KEYS = {
  url: "url",
  title: "title",
  tags: "tags",
  createdAt: "createdat",
  visits: "clicks",
} as const satisfies Partial<LinkService>;

/** Whether a service's property is on, which is `byDefault` where the file does not say it. */
export const isOn = (record: MovedRecord, key: string, byDefault: boolean): boolean =>
  textIn(record.get(key)) === "" && typeof record.get(key) !== "boolean" ? byDefault : isSet(record.get(key));

/** The preview of a link, where its picture is a URL. */
export const previewOf = (record: MovedRecord): { title: string; text: string; imageUrl?: string } => {
  const image = textIn(record.get("image"));
  return {
    title: textIn(record.get("title")),
    text: textIn(record.get("description")),
    ...(/^https?:\/\/[\w.-]+\//i.test(image) && { imageUrl: image }),
  };
};
