import { beforeEach, expect, test } from "vitest";
import { dayPageQuery, pageValues, type RowsNeed } from "../../src/visits/rows-query.ts";
import { storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

test("of a page of days, rows whose counts lack a text are not read", async () => {
  await storeAll(db, [
    { linkId: LINK.second, hour: "2026-09-10T10", country: "DE" },
    { linkId: LINK.third, hour: "2026-09-10T10", country: "US" },
    { linkId: LINK.fourth, hour: "2026-09-10T10", country: "DE" },
  ]);
  const subject = { organizationId: "acme", projects: ["main"], linkId: null };
  const need: RowsNeed = { readings: new Set(["kinds"]), monthParts: new Set() };
  const read = async (text: string | null) => {
    const values = pageValues(subject, ["2026-09-10"], ["", "", "", ""]);
    const page = db.prepare(dayPageQuery(subject, need)).bind(...values, 10, text);
    return (await page.all()).results.map(({ linkId }) => linkId);
  };
  expect(await read('"DE')).toEqual([LINK.second, LINK.fourth]);
  expect(await read('"FR')).toEqual([]);
  expect(await read(null)).toEqual([LINK.second, LINK.third, LINK.fourth]);
});
