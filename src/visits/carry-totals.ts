import { onD1 } from "../platform/d1.ts";
import { jsonRows } from "../platform/json-rows.ts";
import type { CarryState } from "./carry-over.ts";
import { isUnmoved, moveTo, unmovedValue } from "./carry-place.ts";
import { CLASS_LETTERS, CLASSES } from "./cells.ts";
import { KIND_LETTERS } from "./day-rows.ts";
import { addMonths } from "./day-statements.ts";
import { deviceAt, MonthRows } from "./month-rows.ts";
import { NUMBERS } from "./number-columns.ts";
import type { VisitNumbers } from "./statistics.ts";

/** Totals of one step. */
const PER_STEP = 2_000;
const DIMENSIONS = ["country", "device", "qrCode"] as const;

const REST = "period, organization_id, project_id, link_id, value, retailer";
const NEXT = `SELECT ${REST}, ${NUMBERS} FROM visit_totals
  WHERE dimension = ?1 AND period < ?2 AND (${REST}) > (?3, ?4, ?5, ?6, ?7, ?8) ORDER BY ${REST} LIMIT ${PER_STEP}`;
const ADD = addMonths(isUnmoved(2));

interface TotalRow extends VisitNumbers {
  period: string;
  organization_id: string;
  project_id: string;
  link_id: string;
  value: string;
  retailer: string;
}

type Dimension = (typeof DIMENSIONS)[number];

/** Carries the next totals of days over to months, a dimension after the other. */
export async function carryTotals(db: D1Database, state: CarryState): Promise<void> {
  // Only this file writes the place of this phase.
  const [dimension = "country", ...last] = JSON.parse(state.place) as [Dimension?, ...string[]];
  const place = last.length > 0 ? last : ["", "", "", "", "", ""];
  const statement = db.prepare(NEXT).bind(dimension, state.since, ...place);
  const { results } = await onD1(() => statement.all<TotalRow>());
  const row = results.at(-1);
  if (!row) {
    const next = DIMENSIONS[DIMENSIONS.indexOf(dimension) + 1];
    const move = next
      ? moveTo(db, state, { place: [next] })
      : moveTo(db, state, { phase: "lists", place: [] });
    await onD1(() => db.batch([move]));
    return;
  }
  const months = new MonthRows();
  for (const total of results) addTotal(months, dimension, total);
  const adds = jsonRows(months.rows()).map((part) => db.prepare(ADD).bind(part, unmovedValue(state)));
  const { period, organization_id, project_id, link_id, value, retailer } = row;
  const moved = moveTo(db, state, {
    place: [dimension, period, organization_id, project_id, link_id, value, retailer],
  });
  await onD1(() => db.batch([...adds, moved]));
}

function addTotal(months: MonthRows, dimension: Dimension, total: TotalRow): void {
  const day = { ...total, day: total.period };
  for (const letter of CLASS_LETTERS) {
    const visits = total[CLASSES[letter]];
    if (visits === 0) continue;
    if (dimension === "country") months.add(day, "c", total.value, letter, visits);
    else if (dimension === "qrCode") months.add(day, "q", total.value, letter, visits);
    else months.add(day, "d", deviceAt(total.retailer, kindOf(total.value, letter)), letter, visits);
  }
}

/** Robots and previews were totalled under a device. */
function kindOf(device: string, letter: string): string {
  if (letter === "r") return KIND_LETTERS.robot;
  if (letter === "v") return KIND_LETTERS.preview;
  return Object.entries(KIND_LETTERS).find(([name]) => name === device)?.[1] ?? KIND_LETTERS.other;
}
