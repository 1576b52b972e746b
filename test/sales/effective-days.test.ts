import fc from "fast-check";
import { expect, test } from "vitest";
import { effectiveDays } from "../../src/extras/sales/effective-days.ts";
import { dayAfter } from "../../src/ground/core/zone.ts";
import { runs, SEED } from "../seeds.ts";

const day = (index: number): string => dayAfter("2026-10-20", index);
const report = fc.record({
  network: fc.constantFrom("Impact", "CJ"),
  account: fc.constantFrom("", "b"),
  fileName: fc.constant("report.csv"),
  state: fc.constantFrom("confirmed" as const, "confirmed" as const, "undone" as const),
  from: fc.nat(30),
  length: fc.nat(12),
});

test("each day of a network and account is the newest report's, whatever the order", () => {
  const law = fc.property(fc.array(report, { maxLength: 12 }), fc.integer(), (drawn, turn) => {
    const reports = drawn.map(({ from, length, ...rest }, index) => ({
      ...{ id: `r${index}`, place: index + 1, firstDay: day(from), lastDay: day(from + length) },
      ...rest,
    }));
    const shuffled = reports.toSorted((one, other) => ((one.place * turn) % 7) - ((other.place * turn) % 7));
    const found = effectiveDays(shuffled);
    for (let index = 0; index <= 45; index++) {
      const at = day(index);
      const expected = ["Impact", "CJ"].flatMap((network) =>
        ["", "b"].flatMap(
          (account) =>
            reports.findLast(
              (each) =>
                each.network === network &&
                each.account === account &&
                each.state === "confirmed" &&
                each.firstDay <= at &&
                at <= each.lastDay,
            )?.id ?? [],
        ),
      );
      const actual = found.filter(({ from, to }) => from <= at && at <= to).map(({ reportId }) => reportId);
      expect(actual.sort()).toEqual(expected.sort());
    }
  });
  fc.assert(law, { seed: SEED, numRuns: runs(1_000) });
});
