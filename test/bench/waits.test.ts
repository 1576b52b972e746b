import { expect, test } from "vitest";
import { countWaits } from "./waits.ts";

test("design: no request waits for more calls, one after another, than it has to", async () => {
  // A short delay: what is counted is the order of calls, not their time.
  const measured = await countWaits(5);
  const counted = Object.fromEntries(measured.map(({ name, waits }) => [name, waits]));
  expect(counted).toEqual({
    "create a link, new key": 2,
    "create a link, known key": 1,
    "short link, cold": 1,
    "short link, warm": 0,
    "short link, unknown": 2,
    "read a link, new key": 2,
    "read a link, known key": 1,
    "add a QR code": 2,
    "image, first request": 1,
    "image, cached": 0,
  });
  for (const { waits, target } of measured) expect(waits).toBeLessThanOrEqual(target);
});
