import * as z from "zod";
import { text } from "../core/text.ts";
import { timeFrom, timeTo } from "../core/time-bounds.ts";
import { INTERVALS } from "../visits/range.ts";
import { DIMENSIONS } from "../visits/statistics.ts";
import { linkPath, readHeaders } from "./request-head.ts";

const [FIRST, END] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];

/** Times are compared as text, which needs years of four digits. */
const inThisCentury = (bound: ReturnType<typeof timeFrom>, holds: (time: number) => boolean) =>
  bound.refine((time) => time === undefined || holds(time.getTime()), "must be from 2000 to 2099");

const visitQuery = z.strictObject({
  from: inThisCentury(
    timeFrom("Date or time. Default: 30 days before `to`."),
    (time) => time >= FIRST && time < END,
  ),
  to: inThisCentury(
    timeTo("Time, exclusive; or date, inclusive. Default: the end of today."),
    (time) => time > FIRST && time <= END,
  ),
  interval: z
    .enum(INTERVALS)
    .describe(
      "`hour` takes up to 31 of the last 90 days, `day` up to 400 days, `week` and `month` up to 3,660.",
    )
    .default("day"),
  by: z.enum(DIMENSIONS).describe("Gives `rows` in place of `buckets`; not with `interval=hour`.").optional(),
});

const visitHeaders = readHeaders.extend({ accept: z.string().optional() });

/** Headers, path and query for the visits of a link. */
export const linkVisitsHead = z.object({ header: visitHeaders, param: linkPath, query: visitQuery });
/** Headers and query for the visits of projects. */
export const visitsHead = z.object({
  header: visitHeaders,
  query: visitQuery.extend({
    projectId: text(1, 128).describe("Default: all projects that the key reaches.").optional(),
  }),
});
