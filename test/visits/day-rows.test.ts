import { describe, expect, test } from "vitest";
import { type CountedVisits, type DayRow, DayRows } from "../../src/visits/day-rows.ts";
import { deviceOf, eachFactOfDay, eachFactOfMonth, type Fact } from "../../src/visits/facts.ts";
import { type FoldedDay, MonthRows } from "../../src/visits/month-rows.ts";
import type { Reading } from "../../src/visits/questions.ts";

const DAY = "2026-11-21";
const OWNER = { organizationId: "acme", projectId: "main", linkId: "lnk_1", retailer: "custom" };
const at = (hour: number) => ({ day: DAY, hour });

/** The rows of one link and its project on a day: what came is 2 clicks, 3 scans, 4 robots, 6 of them with a code, 5 previews. */
function dayRows(): DayRow[] {
  const rows = new DayRows();
  const of = { code: "", country: "CA", device: "other" } as const;
  const all: CountedVisits[] = [
    { at: at(4), code: "", country: "US", device: "phone", visitor: "person", visits: 1 },
    { at: at(23), code: "front", country: "US", device: "tablet", visitor: "person", visits: 3 },
    { ...of, at: at(0), visitor: "robot", visits: 4 },
    { ...of, at: at(0), code: "front", visitor: "robot", visits: 6 },
    { ...of, at: at(0), visitor: "preview", visits: 5 },
    { at: at(4), code: "", country: "US", device: "phone", visitor: "person", visits: 1 },
  ];
  for (const each of all) rows.addVisits(OWNER, each);
  rows.addReferrer(OWNER, DAY, "news.example", 2);
  rows.addTaps(OWNER, DAY, "shop-1", "s", 1);
  rows.addTaps(OWNER, DAY, "shop-1", "k", 2);
  return rows.rows();
}

const LINK_COUNTS = {
  ":": { USp: "e2", CAr: "a4", CAv: "a5" },
  ":front": { USt: "x3", CAr: "a6" },
  q: { front: "s3r6" },
  f: { "news.example": "k2" },
  o: { "shop-1": "s1k2" },
};
const PROJECT_COUNTS = {
  ":": { USp: "e2", CAr: "a10", CAv: "a5" },
  ":*": { USt: "x3" },
  c: { US: "k2s3", CA: "r10v5" },
  d: { p: "k2", t: "s3", r: "r10", v: "v5" },
  h: { e: "k2", x: "s3", a: "r10v5" },
  f: { "news.example": "k2" },
  o: { "shop-1": "s1k2" },
};

describe("design: visits of a day are a row of the link and one of its project", () => {
  test("with their numbers, and with their kinds, values and hours as cells", () => {
    const numbers = [3, 2, 10, 5, 3] as const;
    expect(dayRows()).toEqual([
      [DAY, "acme", "main", "lnk_1", "custom", ...numbers, LINK_COUNTS],
      [DAY, "acme", "main", "", "custom", ...numbers, PROJECT_COUNTS],
    ]);
  });

  test("of each day, project, link and retailer", () => {
    const rows = new DayRows();
    for (const other of [{}, { organizationId: "b" }, { projectId: "b" }, { linkId: "b" }, { retailer: "b" }])
      rows.addTaps({ ...OWNER, ...other }, DAY, "shop-1", "s", 1);
    rows.addTaps(OWNER, "2026-11-22", "shop-1", "s", 1);
    // The two links are of one project.
    expect(rows.rows().map((row) => row[9])).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  test("with 50 referrers of a link, 200 of a project, and one for all others", () => {
    const referrersOf = (hosts: number) => {
      const rows = new DayRows();
      for (let host = 0; host < hosts; host++) rows.addReferrer(OWNER, DAY, `${host}.example`, 1);
      rows.addReferrer(OWNER, DAY, `${hosts - 1}.example`, 10);
      return rows.rows().map((row) => Object.entries(row[10].f ?? {}));
    };
    expect(referrersOf(50).map((all) => all.length)).toEqual([50, 50]);
    const [ofLink = [], ofProject = []] = referrersOf(202);
    expect([ofLink.length, ofLink[49], ofLink[50]]).toEqual([51, ["49.example", "k1"], ["*", "k162"]]);
    expect([ofProject.length, ofProject[199], ofProject[200]]).toEqual([
      201,
      ["199.example", "k1"],
      ["*", "k12"],
    ]);
    expect(referrersOf(200)[1]).toHaveLength(200);
  });
});

/** What the facts say that differs from nothing, as short as it can be. */
const told = ({ day, linkId, class: is, visits, ...rest }: Fact): string => {
  const known = Object.entries(rest).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
  return [day, linkId, ...known, `${visits} ${is}`].filter((text) => text !== "").join(", ");
};

function factsOf(place: 0 | 1, reading: Reading, hours = false): string[] {
  const row = dayRows()[place];
  if (!row) return [];
  const [day, , , linkId, retailer, scans, clicks, robots, previews, , counts] = row;
  const facts: string[] = [];
  const numbers = { scans, clicks, robots, previews };
  eachFactOfDay({ day, linkId, retailer, counts, ...numbers }, reading, hours, (fact) =>
    facts.push(told(fact)),
  );
  return facts;
}

describe("what the row of a day says", () => {
  const LINK = `${DAY}, lnk_1, retailer custom`;
  const PROJECT = `${DAY}, retailer custom`;

  test.each<[Reading, readonly string[]]>([
    ["numbers", ["3 scans", "2 clicks", "10 robots", "5 previews"]],
    ["q", ["code front, 3 scans", "code front, 6 robots"]],
    ["f", ["referrer news.example, 2 clicks"]],
    ["o", ["choice shop-1, 1 scans", "choice shop-1, 2 clicks"]],
    [
      "kinds",
      [
        "country US, kind p, code , 2 clicks",
        "country CA, kind r, code , 4 robots",
        "country CA, kind v, code , 5 previews",
        "country US, kind t, code front, 3 scans",
        "country CA, kind r, code front, 6 robots",
      ],
    ],
    ["c", []],
  ])("of a link by %s", (reading, facts) => {
    expect(factsOf(0, reading)).toEqual(facts.map((fact) => `${LINK}, ${fact}`));
  });

  test.each<[Reading, readonly string[]]>([
    ["c", ["country US, 2 clicks", "country US, 3 scans", "country CA, 10 robots", "country CA, 5 previews"]],
    ["d", ["kind p, 2 clicks", "kind t, 3 scans", "kind r, 10 robots", "kind v, 5 previews"]],
  ])("of a project by %s", (reading, facts) => {
    expect(factsOf(1, reading).sort()).toEqual(facts.map((fact) => `${PROJECT}, ${fact}`).sort());
  });

  test("by hour, of numbers and of kinds", () => {
    const hours = ["hour 4, 2 clicks", "hour 23, 3 scans", "hour 0, 10 robots", "hour 0, 5 previews"];
    expect(factsOf(1, "h").sort()).toEqual(
      hours.map((fact) => `${DAY}, ${fact.replace(",", ", retailer custom,")}`).sort(),
    );
    expect(factsOf(0, "kinds", true).filter((fact) => fact.includes("front"))).toEqual([
      `${DAY}, hour 23, retailer custom, country US, kind t, code front, 3 scans`.replace(
        DAY,
        `${DAY}, lnk_1`,
      ),
      `${DAY}, hour 0, retailer custom, country CA, kind r, code front, 6 robots`.replace(
        DAY,
        `${DAY}, lnk_1`,
      ),
    ]);
  });

  test("numbers of nobody are no facts", () => {
    const facts: string[] = [];
    const none = { scans: 0, clicks: 1, robots: 0, previews: 0 };
    const row = { day: DAY, linkId: "lnk_1", retailer: "custom", counts: {}, ...none };
    eachFactOfDay(row, "numbers", false, (fact) => facts.push(told(fact)));
    expect(facts).toEqual([`${LINK}, 1 clicks`]);
  });

  test("only people have devices", () => {
    expect(["p", "t", "d", "o", "r", "v", "x", null].map(deviceOf)).toEqual([
      ...["phone", "tablet", "desktop", "other", null, null, null, null],
    ]);
  });
});

describe("design: days that are over for long are in months", () => {
  const months = () => {
    const sums = new MonthRows();
    for (const day of [DAY, "2026-11-01", "2026-12-01"])
      for (const [, organization_id, project_id, link_id, retailer, , , , , taps, counts] of dayRows()) {
        const numbers = { scans: 3, clicks: 2, robots: 10, previews: 5 };
        const folded: FoldedDay = {
          day,
          organization_id,
          project_id,
          link_id,
          retailer,
          taps,
          counts,
          ...numbers,
        };
        sums.addDay(folded);
      }
    return sums.rows();
  };
  const VALUES = {
    c: { USk: "u2a2", USs: "u3a3", CAr: "u10a10", CAv: "u5a5" },
    d: { "custom:pk": "u2a2", "custom:ts": "u3a3", "custom:rr": "u10a10", "custom:vv": "u5a5" },
    f: { "news.examplek": "u2a2" },
    o: { "shop-1s": "u1a1", "shop-1k": "u2a2" },
  };

  test("with their values and classes, by the days of the month", () => {
    const [link, project, ...next] = months();
    expect(link).toEqual([
      "2026-11",
      "acme",
      "main",
      "lnk_1",
      { ...VALUES, q: { fronts: "u3a3", frontr: "u6a6" } },
    ]);
    expect(project).toEqual(["2026-11", "acme", "main", "", VALUES]);
    expect(next.map(([month, , , linkId, { f }]) => [month, linkId, f])).toEqual([
      ["2026-12", "lnk_1", { "news.examplek": "a2" }],
      ["2026-12", "", { "news.examplek": "a2" }],
    ]);
  });

  test.each<["c" | "d" | "q" | "f" | "o", readonly string[]]>([
    ["c", ["country US, 2 clicks", "country US, 3 scans", "country CA, 10 robots", "country CA, 5 previews"]],
    [
      "d",
      [
        "retailer custom, kind p, 2 clicks",
        "retailer custom, kind t, 3 scans",
        "retailer custom, kind r, 10 robots",
        "retailer custom, kind v, 5 previews",
      ],
    ],
    ["q", ["code front, 3 scans", "code front, 6 robots"]],
    ["f", ["referrer news.example, 2 clicks"]],
    ["o", ["choice shop-1, 1 scans", "choice shop-1, 2 clicks"]],
  ])("which are read by %s, also where they are packed", (part, facts) => {
    const counts = months()[0]?.[4] ?? {};
    const read = (found: typeof counts, packed: typeof counts) => {
      const said: string[] = [];
      const row = { month: "2026-11", linkId: "lnk_1", counts: found, packed };
      eachFactOfMonth(row, part, (fact) => said.push(told(fact)));
      return said.sort();
    };
    const expected = facts
      .flatMap((fact) => [DAY, "2026-11-01"].map((day) => `${day}, lnk_1, ${fact}`))
      .sort();
    expect(read(counts, {})).toEqual(expected);
    expect(read({}, counts)).toEqual(expected);
    expect(read({ [part]: { "?": "a1" } }, {})).toEqual([]);
  });
});
