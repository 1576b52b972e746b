import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { carryOver } from "../../src/visits/carry-over.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { ROOT } from "../service.ts";
import { type SharedService, useService } from "../use-service.ts";
import { countAsBefore, migrateNow } from "./previous-version.ts";
import { storedTotal } from "./stored-visits.ts";
import { hourOf, storeAll, type Visits } from "./visit-messages.ts";

let service: SharedService;
let linkId: string;
beforeAll(async () => {
  service = await useService({}, "acme");
  linkId = expectLink(await post(service, "/v1/links", linkBody(), await service.issueKey())).id;
});

const hour = hourOf(Date.now());
const visit = (changes: Partial<Visits> = {}): Required<Visits> => ({
  ...{ linkId, qr: "", hour, country: "US", device: "phone", visitor: "person", visits: 1 },
  ...changes,
});
const rollBack = async () => {
  const statements = unstable_splitSqlQuery(readFileSync(`${ROOT}/docs/roll-back-visits.sql`, "utf8"));
  for (const statement of statements) await service.env.DB.prepare(statement).run();
};
const counts = async () => {
  const { results } = await service.env.DB.prepare(
    "SELECT qr_identifier AS code, country, device, visitor, visits, visits - totalled AS missing FROM visit_counts ORDER BY country, visits",
  ).all();
  return results;
};

test("design: the version before can be rolled back to, gets the visits that were counted since, and none twice", async () => {
  const { DB } = service.env;
  await countAsBefore(DB, [visit({ visits: 5 })]);
  await migrateNow(DB, "2000-01-01");
  await storeAll(DB, [visit({ visits: 2 }), visit({ qr: "default", country: "CA", visits: 3 })]);
  // Nothing yet: the counters are not carried over.
  await rollBack();
  expect(await counts()).toMatchObject([{ visits: 5 }]);
  while (!(await carryOver(DB)));
  await storeAll(DB, [visit({ country: "DE", visitor: "robot", visits: 4 })]);
  // The version before counts one more, before and after its tables are brought up to date.
  await countAsBefore(DB, [visit()]);
  await rollBack();
  await rollBack();
  await countAsBefore(DB, [visit()]);
  const expected = [
    { code: "default", country: "CA", device: "phone", visitor: "person", visits: 3, missing: 3 },
    { code: "", country: "DE", device: "other", visitor: "robot", visits: 4, missing: 4 },
    { code: "", country: "US", device: "phone", visitor: "person", visits: 9, missing: 2 },
  ];
  expect(await counts()).toEqual(expected);
  // Back in this version: what the version before has counted is added, and nothing else.
  await carryOver(DB);
  expect(await storedTotal(DB)).toBe(16);
  await carryOver(DB);
  expect(await storedTotal(DB)).toBe(16);
});
