import { expect } from "vitest";

/** Texts that readers of addresses, headers and files treat in a special way, or decode. */
export const PIECES = [
  ..."!./-_'\"(&=%?#;,:@<>[{*+~\\a0 ",
  ...'%20 %2f %e2%80%a6 %26 &amp; // a/ a. a- a, =& 1: ""'.split(" "),
] as const;

/** `piece` again and again, in `length` characters. */
export const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Four times the length: a linear reader takes 4 times as long, and a quadratic one 16 times. */
const TIMES = 4;
const MOST = 8;
const MAX_ROUNDS = 60;

/** How long a call takes, in milliseconds. */
async function timeOf(call: () => unknown): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

/** How long a call takes that is not hostile, in milliseconds: the fastest of several. */
export async function usualTime(call: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round++) least = Math.min(least, await timeOf(call));
  return least;
}

/**
 * Expects that the time of `call` grows with the length of its text and not with the square. It compares the fastest of several
 * calls with each other, and calls again while they differ too much: a busy machine makes calls slower, never faster. Times below
 * `usual` do not count.
 */
export async function expectSteadyGrowth(
  call: (length: number) => unknown,
  length: number,
  usual: number,
): Promise<void> {
  let [one, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    one = Math.min(one, await timeOf(() => call(length)));
    many = Math.min(many, await timeOf(() => call(length * TIMES)));
    if (many <= MOST * Math.max(one, usual)) return;
    // A quadratic reader is certain after few rounds, and takes long.
    if (round >= 5 && many > 200) break;
  }
  expect.fail(
    `${length} characters take ${one} ms, ${length * TIMES} take ${many} ms, an ordinary call ${usual} ms`,
  );
}
