import { expect, test } from "vitest";
import { BreakdownCard, FIRST_ROWS, NO_LINKS } from "../../src/dashboard/visit-report/breakdown-card.tsx";

const HINT = "All others were visited about equally often, and are added up.";

const rowOf = (key: string) => ({
  ...{ key, name: `Link ${key}`, publicName: null, linkName: null },
  ...{ scans: 3, clicks: 1, robots: 0, previews: 0 },
});
const card = (keys: readonly string[], by: "link" | "country" = "link"): string =>
  String(
    BreakdownCard({
      breakdown: { by, answer: { rows: keys.map(rowOf) } },
      links: NO_LINKS,
      rows: FIRST_ROWS,
    }),
  );

test("a table of links says so where fewer of them than fit can be told to be the first", () => {
  expect(card(["lnk_1", "lnk_2", "rest"])).toContain(HINT);
  expect(card(["lnk_1", "lnk_2"])).not.toContain(HINT);
  expect(card([...Array.from({ length: FIRST_ROWS }, (_, number) => `lnk_${number}`), "rest"])).not.toContain(
    HINT,
  );
  expect(card(["US", "rest"], "country")).not.toContain(HINT);
});
