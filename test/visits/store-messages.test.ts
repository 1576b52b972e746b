import { beforeEach, expect, test } from "vitest";
import { deleteVisitMessages } from "../../src/visits/store.ts";
import { emptyCounters, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

test("ids of messages before one are forgotten, not that one, so many at once, the first ones first", async () => {
  await db.prepare("INSERT INTO visit_messages (id) VALUES ('vis_2'), ('vis_1'), ('vis_3')").run();
  const forget = async (limit: number) => {
    const number = await deleteVisitMessages(db, "vis_3", limit);
    return [number, (await rowsOf(db, "SELECT id FROM visit_messages ORDER BY id")).flat()];
  };
  expect(await forget(1)).toEqual([1, ["vis_2", "vis_3"]]);
  expect(await forget(9)).toEqual([1, ["vis_3"]]);
  expect(await forget(9)).toEqual([0, ["vis_3"]]);
});
