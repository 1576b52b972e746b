import { describe, expect, test } from "vitest";
import { MAX_LOGO_BYTES } from "../../src/features/brands/logo-store.ts";
import { readLogo } from "../../src/features/brands/read-logo.ts";

/** Hostile uploads instead of a logo: a beginning, a repeated part, and an end. */
const PATTERNS: readonly (readonly [begin: string, again: string, end: string])[] = [
  ["\x89PNG\r\n\x1a\n", "\0\0\0\0IDAT\0\0\0\0", ""],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\xe8\0\0\x03\xe8\x08\x06\0\0\0....", "\0\0\0\0IDAT....", ""],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\xe8\0\0\x03\xe8\x08\x06\0\0\0....\xff\xff\xff\xffIDAT", "\x78", ""],
];

/** CPU of reading in milliseconds, for any result: the minimum of several runs. */
async function timeOf([begin, again, end]: (typeof PATTERNS)[number], length: number): Promise<number> {
  const count = Math.floor((length - begin.length - end.length) / again.length);
  const bytes = Uint8Array.from(Buffer.from(begin + again.repeat(count) + end, "latin1"));
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 2; turn++) {
    const before = process.cpuUsage();
    await readLogo(bytes, { organizationId: "a", projectId: "b" }, () => "c").catch(() => {});
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe("the readers of logos take linear time", () => {
  test.each(PATTERNS)("%j, then %j repeatedly, then %j", async (...pattern) => {
    const [short, long] = [await timeOf(pattern, MAX_LOGO_BYTES / 8), await timeOf(pattern, MAX_LOGO_BYTES)];
    // Eight times the length: quadratic time would be sixty-four times. A few milliseconds are noise.
    expect(long).toBeLessThan(24 * short + 60);
  });
});
