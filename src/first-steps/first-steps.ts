/** What a new organization does first, in this order. */
export const FIRST_STEPS = ["link", "scan", "invite", "key"] as const;
/** One of these steps. */
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The links that were made as examples, and the project that was made for them. */
export interface Examples {
  projectId: string;
  linkIds: readonly string[];
  /** Whether they were removed: their links are switched off. */
  isRemoved: boolean;
}

/** How far an organization came. */
export interface FirstSteps {
  /** Those that are done. */
  done: ReadonlySet<FirstStep>;
  /** Null where there never were any. */
  examples: Examples | null;
}

/** Whether all of it is done. */
export const isAllDone = ({ done }: FirstSteps): boolean => FIRST_STEPS.every((step) => done.has(step));
