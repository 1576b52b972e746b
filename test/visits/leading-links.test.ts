import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, dayOf } from "../../src/core/days.ts";
import { foldDays } from "../../src/visits/range.ts";
import { rankVisits } from "../../src/visits/rank-visits.ts";
import { RANKING_BOUNDS, type RankingBounds } from "../../src/visits/ranking-query.ts";
import { rankedRows, rankingStatements } from "../../src/visits/ranking-store.ts";
import { fillLinkId } from "../links/many-links.ts";
import { storeAll, type Visits } from "./visit-messages.ts";
import { emptyCounters, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;
const LINKS = 24;
const CODES = ["front", "shelf"];
/** A block of 64 days begins with the seventh of August. */
const dayAt = (number: number): string => dayOf(new Date(Date.parse("2026-08-05") + number * DAY_MS));
const daysFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, number) => dayAt(first + number));
const projectOf = (link: number): string => (link % 3 === 0 ? "shop" : "main");

beforeAll(async () => {
  const links = Array.from({ length: LINKS }, (_, link) => [fillLinkId(link + 1), projectOf(link)]);
  await db
    .prepare(
      "UPDATE links SET organization_id = 'acme', project_id = value ->> 1 FROM json_each(?1) WHERE links.id = value ->> 0",
    )
    .bind(JSON.stringify(links))
    .run();
  await db
    .prepare(
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
       SELECT links.id, value, value, 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z'
       FROM links CROSS JOIN json_each(?1)`,
    )
    .bind(JSON.stringify(CODES))
    .run();
});
beforeEach(() => emptyCounters(db));

interface Came extends Required<Pick<Visits, "qr" | "visits">> {
  link: number;
  day: number;
}
/** Visits of some days: few links have most of them, and which ones come first differs from day to day. */
const came = (days: readonly number[]): Came[] =>
  days.flatMap((day) =>
    Array.from({ length: LINKS }, (_, link) => link)
      .filter((link) => link < 4 || (link + day) % 3 === 0)
      .flatMap((link) =>
        ["", ...CODES]
          .filter((_, code) => (link + day + code) % 2 === 0)
          .map((qr, code) => ({
            link,
            day,
            qr,
            visits: Math.ceil(200 / (link + 1)) + ((day * 7 + code) % 5),
          })),
      ),
  );
const store = async (all: readonly Came[]) => {
  await storeAll(
    db,
    all.map(({ link, day, qr, visits }) => ({
      ...{ linkId: fillLinkId(link + 1), hour: `${dayAt(day)}T10`, qr, visits },
    })),
  );
  // Another organization has projects of the same names, and more visits: nobody may see them.
  await db
    .prepare(
      `INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts)
       SELECT day, 'globex', project_id, link_id, retailer, 3 * scans, 3 * clicks, robots, previews, taps, counts FROM visit_days
       WHERE organization_id = 'acme'`,
    )
    .run();
};

type Kind = "link" | "qrCode";
/** Links or codes with the people who came on these days, the most first; and all of these. */
function expected(all: readonly Came[], kind: Kind, days: readonly string[], projects: "all" | string[]) {
  const sums = new Map<string, number>();
  for (const { link, day, qr, visits } of all) {
    if (!days.includes(dayAt(day)) || (projects !== "all" && !projects.includes(projectOf(link)))) continue;
    if (kind === "qrCode" && qr === "") continue;
    const id = fillLinkId(link + 1);
    const key = kind === "link" ? id : `qr_${id}_${qr}`;
    sums.set(key, (sums.get(key) ?? 0) + visits);
  }
  const people = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return { people, total: people.reduce((sum, [, number]) => sum + number, 0) };
}

async function asked(
  kind: Kind,
  days: readonly string[],
  projects: "all" | string[],
  bounds?: RankingBounds,
) {
  const question = { organizationId: "acme", projects, kind, days, rowLimit: 100 };
  const [statement] = await rankingStatements(db, [question], bounds);
  const rows = statement ? rankedRows(await statement.all()) : [];
  return {
    // Reports leave out rows of nobody: a month has such rows for links that were visited on other days of it.
    people: rows.flatMap(({ key, scans, clicks }) =>
      key === null || scans + clicks === 0 ? [] : [[key, scans + clicks]],
    ),
    total: rows.reduce((sum, { scans, clicks }) => sum + scans + clicks, 0),
  };
}

/** So little that a part of the entries, of the candidates or of the rows is left out. */
const FEW: Record<string, RankingBounds> = {
  entries: { ...RANKING_BOUNDS, entries: 60 },
  candidates: { ...RANKING_BOUNDS, candidates: 6 },
  rows: { ...RANKING_BOUNDS, rows: 5 },
  all: { entries: 60, candidates: 6, rows: 5 },
};

/** Holds the answers about these days to what came; gives how many are named with each of these bounds. */
async function namedOf(
  all: readonly Came[],
  kind: Kind,
  days: readonly string[],
): Promise<Record<string, number>> {
  for (const projects of ["all", ["shop", "rare"]] as const) {
    const reach = projects === "all" ? projects : [...projects];
    const right = expected(all, kind, days, reach);
    expect(await asked(kind, days, reach), `${kind} ${projects}`).toEqual(right);
  }
  const named: Record<string, number> = {};
  const right = expected(all, kind, days, "all");
  for (const [name, bounds] of Object.entries(FEW)) {
    const { people, total } = await asked(kind, days, "all", bounds);
    expect(people, `${kind}, few ${name}`).toEqual(right.people.slice(0, people.length));
    // Those who came by no code are not told apart where rows are left out.
    if (kind === "link") expect(total).toBe(right.total);
    named[name] = people.length;
  }
  return named;
}
/** The same of links and of codes. More could not be named for certain: what the bounds leave out might have come first. */
const bothOf = async (all: readonly Came[], days: readonly string[]) => ({
  links: await namedOf(all, "link", days),
  codes: await namedOf(all, "qrCode", days),
});

describe("links and codes with most people are named in their order, with all who came", () => {
  const recent = [0, 2, 3, 9, 33, 64, 66, 67, 68];

  test("from days that no list has", async () => {
    const all = came(recent);
    await store(all);
    expect(await bothOf(all, daysFrom(66, 2))).toEqual({
      links: { entries: 17, candidates: 6, rows: 0, all: 0 },
      codes: { entries: 21, candidates: 6, rows: 0, all: 0 },
    });
    expect(await bothOf(all, daysFrom(0, 69))).toEqual({
      links: { entries: 24, candidates: 6, rows: 0, all: 0 },
      codes: { entries: 41, candidates: 6, rows: 0, all: 0 },
    });
  });

  test("from lists, and from the days around them", async () => {
    const all = came(recent);
    await store(all);
    await rankVisits(db, new Date(Date.parse(dayAt(68)) + DAY_MS / 2));
    expect(await bothOf(all, daysFrom(0, 69))).toEqual({
      links: { entries: 14, candidates: 6, rows: 24, all: 4 },
      codes: { entries: 10, candidates: 6, rows: 41, all: 3 },
    });
    expect(await bothOf(all, daysFrom(3, 31))).toEqual({
      links: { entries: 10, candidates: 6, rows: 10, all: 6 },
      codes: { entries: 10, candidates: 6, rows: 10, all: 6 },
    });
  });

  test("from months", async () => {
    const all = came(recent.filter((day) => day < 60));
    await store(all);
    // Ranked from a later day on, so that no list has these.
    const state = `INSERT INTO visit_rank_state (id, first_day, day, organization_id, project_id, link_id, retailer)
      VALUES (1, ?1, ?1, '~', '', '', '')`;
    await db.prepare(state).bind(dayAt(62)).run();
    await foldDays(db, new Date(Date.parse(dayAt(20)) + 93 * DAY_MS));
    expect((await rowsOf(db, "SELECT DISTINCT day FROM visit_days")).flat()).toEqual([dayAt(33)]);
    expect(await bothOf(all, daysFrom(1, 40))).toEqual({
      links: { entries: 17, candidates: 6, rows: 2, all: 2 },
      codes: { entries: 21, candidates: 6, rows: 0, all: 0 },
    });
  });
});
