import { beforeAll, expect, test } from "vitest";
import { ROLL_UP_DAYS } from "../../src/features/visits/counter-statements.ts";
import { addVisits } from "../../src/features/visits/store-visits.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { post } from "../requests.ts";
import { type SharedService, useService } from "../use-service.ts";
import { messageOf, type Visits } from "./visit-messages.ts";

let service: SharedService;
let linkIds: string[];
beforeAll(async () => {
  service = await useService({}, "acme");
  const key = await service.issueKey();
  linkIds = await Promise.all(
    Array.from({ length: 100 }, async () => expectLink(await post(service, "/v1/links", linkBody(), key)).id),
  );
});

/** The rows that one message of these visits writes. */
async function rowsWritten(visits: readonly Visits[]): Promise<number> {
  const { db, taken } = countedD1(service.env.DB);
  await addVisits(db, [messageOf(visits)]);
  return taken().written;
}

test("visits of one link write the row of the sender, the day rows of link and project, and the hour of the project", async () => {
  const [linkId = ""] = linkIds;
  // The first of a project on a day also note the day and its month for sheets, each with an index.
  expect(await rowsWritten([{ linkId }])).toBe(4 + 4);
  for (let time = 0; time < 2; time++) {
    expect(await rowsWritten([{ linkId, visits: 100 }])).toBe(4);
    expect(await rowsWritten([{ linkId, qr: "default", visits: 100 }])).toBe(4);
  }
});

test("so do thirty kinds of visits of one link", async () => {
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
  expect(await rowsWritten(visits)).toBe(4);
});

test("design: a message of 100 visits writes at most 7 rows for one link and 210 for 100", async () => {
  const [linkId = ""] = linkIds;
  const hours = ["2026-11-20T23", "2026-11-21T00"];
  await rowsWritten(hours.map((hour) => ({ linkId, hour })));
  expect(await rowsWritten(hours.map((hour) => ({ linkId, hour, visits: 50 })))).toBeLessThanOrEqual(7);
  expect(await rowsWritten(linkIds.map((id) => ({ linkId: id })))).toBe(103);
  expect(await rowsWritten(linkIds.map((id) => ({ linkId: id, qr: "default" })))).toBe(103);
});

test("rolling up a link's day writes three rows for a new month, then two", async () => {
  const { DB } = service.env;
  await DB.prepare("DELETE FROM visit_days").run();
  const [linkId = ""] = linkIds;
  for (const day of ["2026-03-01", "2026-03-02"]) {
    await addVisits(DB, [messageOf([{ linkId, hour: `${day}T05` }])]);
    const results = await DB.batch(ROLL_UP_DAYS.map((sql) => DB.prepare(sql).bind("2026-04-01", 500)));
    const written = results.map(({ meta }) => meta.rows_written);
    // Two rows, one of the link and one of its project; a new row of a month has an index beside it.
    expect(written).toEqual(day === "2026-03-01" ? [4, 2, 1, 2] : [0, 2, 1, 2]);
  }
});
