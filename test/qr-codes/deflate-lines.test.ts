import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { deflateLines, type RepeatedLine } from "../../src/qr-codes/deflate-lines.ts";

const whole = (lines: readonly RepeatedLine[]) =>
  Buffer.concat(lines.flatMap(({ bytes, times }) => Array<Uint8Array>(times).fill(bytes)));

/** Numbers below `most` that are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

test("zlib reads lines of every kind as they were, its checksum included", () => {
  for (let seed = 0; seed < 200; seed++) {
    const below = numbers(seed);
    const length = 3 + below(seed % 4 === 0 ? 600 : 60);
    const values = 1 + below(256);
    const lines = Array.from({ length: 1 + below(20) }, () => {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; ) {
        const end = at + 1 + below(seed % 3 === 0 ? 3 : 300);
        bytes.fill(below(values), at, end);
        at = end;
      }
      return { bytes, times: 1 + below(40) };
    });
    const read = inflateSync(deflateLines(lines));
    if (!read.equals(whole(lines))) expect.fail(`lines of seed ${seed} are read as others`);
  }
});

test("runs of every length up to the longest match and beyond are read as they were", () => {
  for (let length = 3; length < 800; length++) {
    const lines = [{ bytes: new Uint8Array(length).fill(length & 255), times: 1 + (length % 4) }];
    if (!inflateSync(deflateLines(lines)).equals(whole(lines)))
      expect.fail(`${length} bytes are read as others`);
  }
});
