import * as z from "zod";
import { text } from "../core/text.ts";
import { RETAILERS } from "../core/vocabulary.ts";
import { DEVICES } from "../platform/known-user-agents.ts";
import { tagText } from "../retailers/parts.ts";
import { COMPARISONS } from "../visits/comparison.ts";
import { DAYS_OF_WEEK } from "../visits/visit-filter.ts";
import { INTERVALS } from "../visits/visit-range.ts";
import { DIMENSIONS } from "../visits/statistics.ts";
import { linkPath, readHeaders } from "./request-head.ts";

const [FIRST, END] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
const DAY_LENGTH = "2026-11-21".length;

/**
 * A date, which is a day in the time zone of the organization and stays a text, or a time. Times are compared as text, which
 * needs years of four digits.
 */
const bound = (description: string, holds: (time: number) => boolean) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: "must be a date such as 2026-11-21 or a time such as 2026-11-21T08:30:00Z",
    })
    .refine((text) => holds(Date.parse(text)), "must be from 2000 to 2099")
    .transform((text) => (text.length === DAY_LENGTH ? text : new Date(text)))
    .meta({ type: "string", description })
    .optional();

const visitQuery = z.strictObject({
  from: bound(
    "Date in the time zone of the organization, or time. Default: 30 days before `to`.",
    (time) => time >= FIRST && time < END,
  ),
  to: bound(
    "Time, exclusive; or date, inclusive. Default: the end of today.",
    (time) => time >= FIRST && time <= END,
  ),
  interval: z
    .enum(INTERVALS)
    .describe(
      "`hour` takes up to 31 of the last 90 days, `day` up to 400 days, `week` and `month` up to 3,660.",
    )
    .default("day"),
  by: z.enum(DIMENSIONS).describe("Gives `rows` in place of `buckets`; not with `interval=hour`.").optional(),
  compare: z
    .enum(COMPARISONS)
    .describe(
      "Adds `comparison`: the period before, from 7 days on by whole weeks, or the same days a month or a year earlier. A " +
        "range that goes on now is compared up to the same hour.",
    )
    .optional(),
});

/** A breakdown is of whole days. */
function refuseHours(
  { by, interval }: { by?: string | undefined; interval: string },
  context: z.RefinementCtx,
): void {
  if (by === undefined || interval !== "hour") return;
  context.addIssue({ code: "custom", path: ["interval"], message: "must not be hour where by is given" });
}

const filters = {
  qrCode: text(1, 256).describe("Id of a QR code, as in the rows by `qrCode`.").optional(),
  country: text(2, 2).describe("Code of two capital letters, as in the rows by `country`.").optional(),
  device: z.enum(DEVICES).describe("People with this kind of device.").optional(),
  retailer: z.enum(RETAILERS).describe("What the link led to when its visits were counted.").optional(),
  tag: tagText().describe("Links that have this one of their tracking.tags now.").optional(),
  dayOfWeek: text(3, 27)
    .describe(`One or more of ${DAYS_OF_WEEK.join(", ")}, with commas between them.`)
    .optional(),
};

const visitHeaders = readHeaders.extend({ accept: z.string().optional() });

/** Headers, path and query for the visits of a link. */
export const linkVisitsHead = z.object({
  header: visitHeaders,
  param: linkPath,
  query: visitQuery.extend(filters).superRefine(refuseHours),
});
/** Headers and query for the visits of projects. */
export const visitsHead = z.object({
  header: visitHeaders,
  query: visitQuery
    .extend({
      projectId: text(1, 128).describe("Default: all projects that the key reaches.").optional(),
      linkId: text(3, 128).describe("Default: all links.").optional(),
      ...filters,
    })
    .superRefine(refuseHours),
});
