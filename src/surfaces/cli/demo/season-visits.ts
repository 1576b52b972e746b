import type { TapCount, VisitCount } from "../../../features/visits/visit-message.ts";
import { DAY_MS, dayOf } from "../../../ground/core/days.ts";
import type { Device } from "../../../ground/platform/known-user-agents.ts";

/** A link of the season: the body of POST /v1/links without the project, and its visits. */
export interface SeasonLink {
  body: Readonly<Record<string, unknown>>;
  /** How many days ago it was created. */
  age: number;
  /** Visits by people on an ordinary day. */
  visits: number;
  /** The share of scans. */
  scans: number;
  /** More codes besides the default code: identifier and name. */
  codes?: readonly (readonly [string, string])[];
  /** For a choice link: the share of visits that choose each offer, by its key. */
  taps?: Readonly<Record<string, number>>;
  /** Whether it was deactivated a week ago. */
  ended?: boolean;
  /** In how many days it begins and ends; negative: days ago. */
  schedule?: { begins?: number; ends?: number; endedUrl?: string };
}

/** Shares of a day's visits by hour: breakfast, lunch and the evening, when people cook and shop. */
const HOURS: readonly (readonly [number, number])[] = [
  [13, 0.2],
  [16, 0.15],
  [22, 0.35],
  [1, 0.3],
];
const COUNTRIES: readonly (readonly [string, number])[] = [
  ["US", 0.83],
  ["CA", 0.1],
  ["GB", 0.04],
  ["MX", 0.03],
];
/** By weekday, from Sunday: people shop on weekends. */
const WEEK = [1.5, 0.8, 0.75, 0.85, 0.95, 1.2, 1.6];

/** Numbers in [0, 1) from a seed (the generator mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The entry of a list of shares at a number in [0, 1). */
function chosen<T>(shares: readonly (readonly [T, number])[], number: number): T | undefined {
  let rest = number;
  for (const [value, share] of shares) {
    rest -= share;
    if (rest < 0) return value;
  }
  return shares[0]?.[0];
}

/**
 * The visits of a link from its creation up to yesterday, as counters. `index` is the link's place in the season: the numbers
 * depend on it and on the age of a day, so that all fillings of a day create the same season.
 */
export function visitsOf(
  linkId: string,
  { age, visits, scans, codes = [], ended = false }: SeasonLink,
  index: number,
  now: Date,
): VisitCount[] {
  const identifiers = ["default", ...codes.map(([identifier]) => identifier)];
  const counts: VisitCount[] = [];
  for (let ago = age - 1; ago >= 1; ago--) {
    if (ended && ago < 7) break;
    const random = randomOf(index * 1_000 + ago);
    const day = new Date(now.getTime() - ago * DAY_MS);
    // More people find a link with each day of its first three weeks.
    const grown = Math.min(1, (age - ago) / 21);
    const people = Math.round(
      visits * (WEEK[day.getUTCDay()] ?? 1) * (0.3 + 0.7 * grown) * (0.7 + 0.6 * random()),
    );
    const date = dayOf(day);
    for (const [hour, share] of HOURS) {
      const some = Math.round(people * share);
      if (some === 0) continue;
      const at = `${date}T${String(hour + Math.floor(random() * 3) - 1).padStart(2, "0")}:00`;
      const country = chosen(COUNTRIES, random()) ?? "US";
      const byCode = Math.round(some * scans);
      const code = identifiers[Math.floor(random() * identifiers.length)] ?? "default";
      const device: Device = random() < 0.15 ? "desktop" : random() < 0.1 ? "tablet" : "phone";
      if (byCode > 0) counts.push([linkId, code, at, country, "phone", "person", byCode]);
      if (some > byCode) counts.push([linkId, "", at, country, device, "person", some - byCode]);
    }
    if (random() < 0.4)
      counts.push([linkId, "", `${date}T04:00`, "US", "other", "robot", 1 + Math.floor(random() * 4)]);
    if (scans < 0.5)
      counts.push([linkId, "", `${date}T15:00`, "US", "other", "preview", 1 + Math.floor(random() * 3)]);
  }
  return counts;
}

/** The taps on the offers of a choice link among its visits, by its shares. */
export const tapsOf = (counts: readonly VisitCount[], { taps = {} }: SeasonLink): TapCount[] =>
  counts.flatMap(([linkId, code, quarter, , , visitor, people]) =>
    Object.entries(taps).flatMap(([offer, share]): TapCount[] => {
      const taken = visitor === "person" ? Math.round(people * share) : 0;
      return taken === 0 ? [] : [[linkId, offer, code === "" ? "click" : "scan", quarter, taken]];
    }),
  );
