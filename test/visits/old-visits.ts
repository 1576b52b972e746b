import type { Env } from "../../src/env.ts";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import { DIMENSIONS } from "../../src/features/visits/dimensions.ts";
import { moveMonths } from "../../src/features/visits/move-months.ts";
import { visitArchives } from "../../src/features/visits/visit-archives.ts";
import type { ApartCount } from "../../src/features/visits/visit-counts.ts";
import type { VisitFilter } from "../../src/features/visits/visit-filter.ts";
import { writeSheets } from "../../src/features/visits/write-sheets.ts";
import { fillLinkId } from "../links/many-links.ts";
import { askReport, NOW } from "./ask-reports.ts";
import { deliver, messageOf, storeAll, type Visits } from "./visit-messages.ts";
import { LINK } from "./visit-tables.ts";

/** Links of acme that nobody visited since 2024, and one that is visited. */
export const COLD = [LINK.first, LINK.second, LINK.fourth, fillLinkId(5), fillLinkId(8), fillLinkId(20)];
export const VISITED_LINK = LINK.third;
/** Links of globex, in projects of the same names. */
const FOREIGN = [fillLinkId(10), fillLinkId(21)];
const HOURS = [
  "2023-11-05T10",
  "2023-12-31T23",
  "2024-01-01T00",
  "2024-02-29T12",
  "2024-02-29T13",
  "2024-07-14T20",
];

const visitsOf = (links: readonly string[], hours: readonly string[]): Visits[] =>
  links.flatMap((linkId, link) =>
    hours.flatMap((hour, time): Visits[] => [
      { linkId, hour, visits: link + 1, qr: ["", "default", "poster"][(link + time) % 3] ?? "" },
      { linkId, hour, country: "DE", device: "desktop", visits: 1 + time },
      { linkId, hour, country: "CA", visitor: time % 2 === 0 ? "robot" : "preview" },
    ]),
  );

/** Stores visits of old years and of recent days, as months and on sheets. */
export async function storeOldVisits({ DB, QR_IMAGES }: Env): Promise<void> {
  for (const link of [...COLD, VISITED_LINK])
    for (const code of ["default", "poster"])
      await DB.prepare(
        `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
        VALUES (?1, ?2, 'Code', 'https://go.example/x', 0, '2023-01-01T00:00:00.000Z') ON CONFLICT DO NOTHING`,
      )
        .bind(link, code)
        .run();
  await storeAll(DB, visitsOf([...COLD, VISITED_LINK, ...FOREIGN], HOURS));
  // A week ago, and half a year ago.
  await storeAll(DB, visitsOf([VISITED_LINK], ["2026-09-13T10", "2026-03-01T10"]));
  const apart = (linkId: string, quarter: string): ApartCount[] => [
    [linkId, "referrer", "news.example", "clicks", quarter, 2],
    [linkId, "source", "mail", "clicks", quarter, 1],
  ];
  const message = messageOf([]);
  message.apart.push(...COLD.flatMap((id) => apart(id, "2024-02-29T12:00")));
  await deliver(DB, [message]);
  await rollUp(DB);
  await writeSheets({ db: DB, oldVisits: visitArchives(QR_IMAGES), now: () => NOW });
}

export const rollUp = (db: D1Database) => rollUpVisits({ db, now: () => NOW });

/** Moves whatever can be moved, each run at a time of its own. */
export const moveOld = ({ DB, QR_IMAGES }: Env, bounds: Partial<typeof ALL> = {}, now = NOW) => {
  const time = new Date(now.getTime() + ++runs);
  return moveMonths({ db: DB, oldVisits: visitArchives(QR_IMAGES), now: () => time }, { ...ALL, ...bounds });
};
let runs = 0;
const ALL = { projects: 50, blocks: 100, bytes: 1_000_000, rows: 1 };

const YEAR = { from: "2024-01-01", to: "2024-12-31" };
const FILTERS: VisitFilter[] = [
  ...[{}, { projectId: "main" }, { country: "DE" }, { retailer: "custom" }, { tag: "summer" }],
  ...[{ tag: "summer", country: "DE" }, { device: "desktop", dayOfWeek: "thu" }, { source: "mail" }],
  ...[LINK.first, LINK.second, VISITED_LINK].map((link) => ({ link })),
  ...[{ link: LINK.second, country: "CA" }, { qrCode: `qr_${LINK.second}_poster` }],
  ...[
    { link: fillLinkId(5), country: "US", device: "phone" as const },
    { link: fillLinkId(20), source: "mail" },
  ],
];

/** Questions that read every kind of row. */
export const SOME: VisitFilter[] = [
  {},
  { country: "DE" },
  { link: LINK.second },
  { tag: "summer", country: "US" },
  { source: "mail" },
];

/** Answers about that time: by default to every kind of question. */
export async function answers(env: Env, filters = FILTERS, ranges = [YEAR]): Promise<unknown[]> {
  const asked: unknown[] = [];
  for (const filter of filters)
    for (const range of ranges) {
      const { series, comparison, breakdowns } = await askReport(env, { filter, by: DIMENSIONS, ...range });
      asked.push({ filter, range, series, comparison, breakdowns });
    }
  return asked;
}
