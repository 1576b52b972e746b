/**
 * How far tests with generated input go. `npm test` runs a slice with a fixed seed, so that it finds today what it found
 * yesterday; `npm run test:deep` sets TEST_DEPTH and takes a new seed each time. A failure prints its seed: TEST_SEED
 * runs it again.
 */
const depth = Number(process.env.TEST_DEPTH ?? 0.1);

/** Whether this is `npm run test:deep`. */
export const IS_DEEP = depth > 1;

/** The seed of this run. */
export const SEED =
  process.env.TEST_SEED === undefined
    ? IS_DEEP
      ? Math.floor(Math.random() * 2 ** 31)
      : 29
    : Number(process.env.TEST_SEED);

/** The number of runs of a property that has `slice` runs in `npm test`. */
export const runs = (slice: number): number => Math.ceil(slice * depth);

/** The timeout of such a test, in milliseconds: its slice ends within seconds, unless the machine is busy. */
export const patience = (): number => 600_000 * Math.max(1, depth);
