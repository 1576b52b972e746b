import { beforeAll, describe, expect, test } from "vitest";
import { carryOver } from "../../src/visits/carry-over.ts";
import { keepVisits } from "../../src/visits/keep-visits.ts";
import { faulty } from "../faults/faults.ts";
import { type Asked, allowPatience, daysAgo, startAsked } from "./asked-visits.ts";
import { expectCrossFilters, expectEveryQuestion } from "./every-question.ts";
import type { PlainVisits } from "./plain-counts.ts";
import { countAsBefore, migrateNow, rankAsBefore } from "./previous-version.ts";
import { storeAll } from "./visit-messages.ts";

/** What every-question.test.ts asks, of visits that the version before has counted and that are carried over. */

allowPatience();
let asked: Asked;

describe("design: live data moves without a stop", () => {
  beforeAll(async () => {
    asked = await startAsked("acme");
    const { service, visits } = asked;
    const { DB } = service.env;
    for (let at = 0; at < visits.length; at += 1_000) await countAsBefore(DB, visits.slice(at, at + 1_000));
    await rankAsBefore(DB, daysAgo(2));
    await migrateNow(DB, daysAgo(89));
  });

  test("visits that both versions count meanwhile, answers that are lost, runs that fail and that overlap", async () => {
    const { service, visits } = asked;
    const { DB } = service.env;
    const more = (from: number) =>
      visits.slice(from, from + 200).map((visit) => ({ ...visit, hour: `${daysAgo(from % 3)}T04` }));
    const [before, now, after] = [more(0), more(400), more(800)];
    await countAsBefore(DB, before);
    for (const fault of ["loses answers", "throws", "loses answers"] as const) {
      await carryOver(faulty(DB, fault)).catch(() => {});
    }
    await storeAll(DB, now);
    await Promise.all([carryOver(DB), carryOver(DB), storeAll(DB, after)]);
    await countAsBefore(DB, before);
    for (let run = 0; !(await carryOver(DB)) || run < 2; run++);
    visits.push(...before, ...before, ...now, ...after);
    await expectEveryQuestion(asked);
    await expectCrossFilters(asked);
  });

  test("rankings go on where the version before had ranked", async () => {
    const { DB } = asked.service.env;
    await keepVisits({ db: DB, now: () => new Date() });
    expect(await DB.prepare("SELECT count(*) > 0 AS some FROM visit_ranks").first("some")).toBe(1);
    await expectEveryQuestion(asked);
  });

  test("visits stay with the retailers that their link led to on one day", async () => {
    const { service, links, ask } = asked;
    const [link] = links;
    const { DB } = service.env;
    const day = daysAgo(40);
    const visit = (device: "phone" | "tablet", number: number, hour: number): Required<PlainVisits> => ({
      ...{ linkId: link?.id ?? "", projectId: "", retailer: "", qr: "", country: "US", visitor: "person" },
      ...{ hour: `${day}T${String(hour).padStart(2, "0")}`, device, visits: number },
    });
    await countAsBefore(DB, [visit("phone", 5, 1), visit("tablet", 2, 1)]);
    await DB.prepare("UPDATE links SET retailer = 'grocer_a' WHERE id = ?1").bind(link?.id).run();
    await countAsBefore(DB, [visit("phone", 3, 1), visit("phone", 4, 2)]);
    const tables = ["visit_days", "visit_months", "visit_ranks", "visit_rank_lists", "visit_rank_state"];
    await DB.batch(tables.map((table) => DB.prepare(`DELETE FROM ${table}`)));
    await migrateNow(DB, daysAgo(89));
    while (!(await carryOver(DB)));
    const { rows } = await ask({ from: day, to: day, by: "retailer", linkId: link?.id ?? "" });
    expect(rows?.map(({ key: retailer, clicks }) => [retailer, clicks]).sort()).toEqual(
      [
        [links[0]?.retailer, 7],
        ["grocer_a", 7],
      ].sort(),
    );
    const phones = await ask({ from: day, to: day, by: "retailer", linkId: link?.id ?? "", device: "phone" });
    expect(phones.rows?.map(({ key: retailer, clicks }) => [retailer, clicks]).sort()).toEqual(
      [
        [links[0]?.retailer, 5],
        ["grocer_a", 7],
      ].sort(),
    );
  });
});
