import { beforeEach, describe, expect, test } from "vitest";
import { linkPeopleStore, peopleSince } from "../../src/features/visits/link-people.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

/** What is asked about links of an organization and their projects is answered from rows of these alone. */

const { env } = await startCounters();
const db = env.DB;
beforeEach(() => emptyCounters(db));

type Owner = readonly [organization: string, project: string, link: string];
const OWN: Owner = ["acme", "main", LINK.second];
/** As the owner, but for one of them. */
const OTHERS: readonly Owner[] = [
  ["globex", "main", LINK.second],
  ["acme", "shop", LINK.second],
  ["acme", "main", LINK.third],
];
const DAY = "2026-09-10";
const second = { id: LINK.second, projectId: "main", linkId: LINK.second };

/** A row of one day with so many scans of a link. */
const scans = ([organization, project, link]: Owner, visits: number, day = DAY) =>
  db
    .prepare(
      "INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart) VALUES (?1, ?2, ?3, ?4, 'custom', ?5, 0, 0, 0, 0, '{}', '{}', '{}')",
    )
    .bind(day, organization, project, link, visits)
    .run();

describe("rows of another organization, project or link are not counted", () => {
  beforeEach(async () => {
    for (const [index, owner] of OTHERS.entries()) await scans(owner, 10 ** (index + 1));
  });

  test("as people of a link, by day", async () => {
    const people = () => linkPeopleStore(db).read("acme", [second], [DAY]);
    expect(await people()).toEqual([]);
    await scans(OWN, 1);
    expect(await people()).toEqual([{ id: LINK.second, day: DAY, people: 1 }]);
  });

  test("as people of a link since a day", async () => {
    const people = async () =>
      (await rowsOf(db, `SELECT (${peopleSince(`'${LINK.second}'`, `'${DAY}'`)})`))[0]?.[0];
    expect(await people()).toBe(0);
    // Nine days: a week and today, in any time zone.
    for (const day of ["2026-09-09", DAY, "2026-09-18", "2026-09-19"]) await scans(OWN, 1, day);
    expect(await people()).toBe(2);
  });
});
