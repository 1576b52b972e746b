import { afterAll, beforeAll, expect, test } from "vitest";
import { addVisits } from "../../src/visits/store.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { messageOf, type Visits } from "./visit-messages.ts";

let service: Service;
let linkIds: string[];
beforeAll(async () => {
  service = await startService();
  const key = await service.issueKey();
  linkIds = await Promise.all(
    Array.from({ length: 100 }, async () => expectLink(await post(service, "/v1/links", linkBody(), key)).id),
  );
});
afterAll(() => service.close());

/** Rows that one message of these visits writes, by what D1 reports of each statement: counters, totals, ids. */
async function rowsWritten(visits: readonly Visits[]): Promise<number[]> {
  const written: number[] = [];
  const { DB } = service.env;
  const batch = async <T>(statements: D1PreparedStatement[]) => {
    const results = await DB.batch<T>(statements);
    written.push(...results.map(({ meta }) => meta.rows_written));
    return results;
  };
  const metered = new Proxy(DB, {
    get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name).bind(target)),
  });
  await addVisits(metered, [messageOf(visits)], new Date());
  return written;
}

test("one kind of visit, a hundred times: a counter, its hour, device, country and code, and the message", async () => {
  const [linkId = ""] = linkIds;
  for (let time = 0; time < 2; time++) {
    // Hour, device and country twice: of the link and of its project.
    expect(await rowsWritten([{ linkId, visits: 100 }])).toEqual([1, 6, 1]);
    expect(await rowsWritten([{ linkId, qr: "default", visits: 100 }])).toEqual([1, 7, 1]);
  }
});

test("thirty kinds of visits of one link: fewer totals than counters", async () => {
  const [linkId = ""] = linkIds;
  const visits = Array.from(
    { length: 100 },
    (_, number): Visits => ({
      linkId,
      qr: number % 2 === 0 ? "default" : "",
      country: ["US", "CA", "DE", "FR", "GB"][Math.floor(number / 2) % 5] ?? "",
      device: (["phone", "tablet", "desktop"] as const)[Math.floor(number / 10) % 3] ?? "other",
    }),
  );
  // An hour, three devices and five countries twice, and a code.
  expect(await rowsWritten(visits)).toEqual([30, 19, 1]);
});

test("a hundred links, a visit each, which is the most: four totals a link, and three of their project", async () => {
  expect(await rowsWritten(linkIds.map((linkId) => ({ linkId })))).toEqual([100, 303, 1]);
  expect(await rowsWritten(linkIds.map((linkId) => ({ linkId, qr: "default" })))).toEqual([100, 403, 1]);
});
