import * as z from "zod";
import { text } from "../core/text.ts";
import { INTERVALS } from "../visits/range.ts";
import { DIMENSIONS } from "../visits/statistics.ts";
import { linkPath, readHeaders } from "./request-head.ts";

const date = z.iso.date();
const time = z.iso.datetime({ offset: true });
/** Only the years 2000 to 2099: times are compared as text, which needs years of four digits. */
const isTime = (value: string): boolean =>
  /^20\d\d-/.test(value) && (date.safeParse(value).success || time.safeParse(value).success);

const moment = () =>
  z
    .string()
    .refine(
      isTime,
      "must be a date such as 2026-11-21 or a time such as 2026-11-21T04:00:00Z, from 2000 to 2099",
    );

const DAY_MS = 24 * 60 * 60 * 1_000;

const visitQuery = z.strictObject({
  from: moment()
    .transform((value) => new Date(value))
    .describe("Date or time. Default: 30 days before `to`.")
    .optional(),
  to: moment()
    .transform((value) => new Date(Date.parse(value) + (date.safeParse(value).success ? DAY_MS : 0)))
    .describe("Time, exclusive; or date, inclusive. Default: the end of today.")
    .optional(),
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
