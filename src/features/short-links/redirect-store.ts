import type { LinkNames } from "../../ground/core/origins.ts";
import type { RedirectEntry } from "./entry.ts";

/** The names of a new link, and its entry. */
export type NewEntry = readonly [names: LinkNames, entry: RedirectEntry];

/** What came of many publications. */
export interface PublishedAll {
  published: string[];
  failures: { address: string; cause: unknown }[];
  /** Writes to KV. */
  puts: number;
  /** Whether it stopped, as KV failed again and again. The addresses that are in neither list were not tried. */
  isDown: boolean;
}

/** Writes the redirect entries in KV. */
export interface RedirectStore {
  /** Publishes a committed change of a link to KV, after the response. */
  publish(names: LinkNames, entry: RedirectEntry): void;
  /** Publishes a job's change of a link, after the response. */
  publishChange(shortId: string): void;
  /**
   * Publishes links that were created at `time` to KV, after the response. If KV rejects some of them, they are recorded for
   * the job that publishes changes again.
   */
  publishNew(entries: readonly NewEntry[], time: Date): void;
  /** Job: records the links that may earn a commission as changed, once the deployment has other affiliate settings. */
  followSettings(now: Date): Promise<void>;
  /** Publishes the version that is committed now, and resolves once KV has it. */
  publishCurrent(shortId: string): Promise<void>;
  /** Publishes the versions of many links that are committed now, and resolves once KV has them. */
  publishAll(addresses: readonly string[]): Promise<PublishedAll>;
}
