/** One link of the season: the body of POST /v1/links without the project, and how it is visited. */
export interface SeasonLink {
  body: Readonly<Record<string, unknown>>;
  /** Days ago that it was created. */
  age: number;
  /** Visits by people on an ordinary day. */
  visits: number;
  /** The share of them that scan a code. */
  scans: number;
  /** More codes than the default one: identifier and name. */
  codes?: readonly (readonly [string, string])[];
  /** Of a choice of shops: the share of its visits that choose each, by the key of its offer. */
  taps?: Readonly<Record<string, number>>;
  /** Whether it was switched off a week ago. */
  ended?: boolean;
  /** In how many days it begins and ends, from the filling on; below 0: so many days ago. */
  schedule?: { begins?: number; ends?: number; endedUrl?: string };
}
