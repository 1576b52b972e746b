// @module-tag all
import { describe, expect, test } from "vitest";
import { styleProblems } from "../../../src/features/qr-codes/code-style.ts";
import { contrastOf } from "../../../src/features/qr-codes/contrast.ts";
import { type DrawnStyle, styleOf, unread } from "./drawn-styles.ts";
import { readers } from "./readers.ts";

/**
 * How many styles are drawn by lot, always the same ones. `STYLES=2000` makes a long run, and `STYLES_FROM=5001` one with
 * other styles; a daily run takes the first few of them.
 */
const COUNT = Number(process.env.STYLES ?? 8);
const FROM = Number(process.env.STYLES_FROM ?? 1);
const AT_ONCE = 20;
/** ZXing is the quicker one, and the one that low contrast stops. */
const QUICKEST_FIRST = readers.toReversed();

const isAccepted = ({ style }: DrawnStyle): boolean =>
  contrastOf(style).problems.length === 0 && styleProblems(style).length === 0;

describe.skipIf(readers.length < 2)("accepted styles can be scanned, and little else is rejected", () => {
  test(`by two decoders, of ${COUNT} styles at 100 %, 50 %, blurred, tilted and low in contrast`, {
    timeout: 60_000 + 10_000 * COUNT,
  }, async () => {
    const lost: string[] = [];
    let [readByAll, refusedOfThem] = [0, 0];
    for (let drawn = 0; drawn < COUNT; drawn += AT_ONCE) {
      const styles = Array.from({ length: Math.min(AT_ONCE, COUNT - drawn) }, (_, index) =>
        styleOf(FROM + drawn + index),
      );
      const failures = await unread(styles, QUICKEST_FIRST);
      for (const [index, style] of styles.entries()) {
        const failed = failures[index] ?? [];
        if (failed.length === 0) readByAll += 1;
        if (failed.length === 0 && !isAccepted(style)) refusedOfThem += 1;
        if (failed.length > 0 && isAccepted(style))
          lost.push(`${JSON.stringify(style)}: ${failed.join(", ")}`);
      }
      if (COUNT > 100)
        console.log(
          `${drawn + styles.length} drawn: ${readByAll} read, ${refusedOfThem} of them refused, ${lost.length} lost`,
        );
    }
    expect(lost).toEqual([]);
    expect(readByAll).toBeGreaterThan(COUNT / 4);
    // Of a few, one may well be among those that are refused for nothing.
    if (COUNT >= 1_000) expect(refusedOfThem / readByAll).toBeLessThanOrEqual(0.05);
  });
});
