import { beforeEach, describe, expect, test } from "vitest";
import { planReport } from "../../src/features/visits/report-plan.ts";
import { visitReportStore } from "../../src/features/visits/report-store.ts";
import { checkedFilter } from "../../src/features/visits/visit-filter.ts";
import { rangeOf } from "../../src/features/visits/visit-range.ts";
import { newId } from "../../src/ground/core/ids.ts";
import { UTC } from "../../src/ground/core/zone.ts";
import { NOW } from "./ask-reports.ts";
import { storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

const SUBJECT = { organizationId: "acme", projects: "all", filter: checkedFilter({}), links: null } as const;

describe("reports the newest message", () => {
  const idAt = (seconds: number): string => newId("vis", new Date(NOW.getTime() + seconds * 1_000));
  const [older, newer, before, after] = [idAt(-2), idAt(-1), idAt(0), idAt(1)];
  const note = (...ids: string[]) =>
    db.batch(ids.map((id) => db.prepare("INSERT INTO visit_messages (id) VALUES (?1)").bind(id)));
  const newest = async () => (await visitReportStore(db).read(SUBJECT, [], before)).newestMessage;

  test("among counted messages", async () => {
    expect(await newest()).toBeNull();
    await note(newer, older);
    expect(await newest()).toBe(newer);
  });

  test("before the given id, exclusive", async () => {
    await note(older, before, after);
    expect(await newest()).toBe(older);
  });
});

test("rankings and rows of one report are assigned correctly in any order", async () => {
  await storeAll(db, [
    { linkId: LINK.second, hour: "2026-09-10T10", visits: 3 },
    { linkId: LINK.third, hour: "2026-09-11T10", visits: 2 },
  ]);
  const range = rangeOf({ from: "2026-09-10", to: "2026-09-11", interval: "day" }, UTC, NOW);
  const { parts } = planReport(checkedFilter({}), range, { by: ["link", "country"] }, NOW);
  const told = async (asked: typeof parts) => {
    const { parts: found } = await visitReportStore(db).read(SUBJECT, asked, newId("vis", NOW));
    return new Map(
      found.map((part, index) => [asked[index]?.by, part?.map(({ key, clicks }) => [key, clicks])]),
    );
  };
  const forwards = await told(parts);
  expect(forwards.get("link")).toEqual([
    [LINK.second, 3],
    [LINK.third, 2],
    [null, 0],
  ]);
  expect(forwards.get("country")).toEqual([["US", 5]]);
  expect(await told(parts.toReversed())).toEqual(forwards);
});
