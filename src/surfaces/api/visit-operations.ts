import * as z from "zod";
import { GET_VISITS_SCOPE } from "../../features/access/scopes.ts";
import { tagText } from "../../features/retailers/parts.ts";
import { COMPARISONS } from "../../features/visits/comparison.ts";
import {
  DIMENSION_FACTS,
  DIMENSIONS,
  FILTER_DIMENSIONS,
  type FilterDimension,
} from "../../features/visits/dimensions.ts";
import { getVisitReport, type ReportInput } from "../../features/visits/get-visit-report.ts";
import { DAYS_OF_WEEK } from "../../features/visits/visit-filter.ts";
import { INTERVALS } from "../../features/visits/visit-range.ts";
import { text } from "../../ground/core/text.ts";
import { LINK_PATH } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { linkPath, readHeaders } from "./request-head.ts";
import { dataOf } from "./resources.ts";
import {
  EXAMPLE_BREAKDOWN,
  EXAMPLE_SERIES,
  VISIT_CSV,
  VISIT_DAYS,
  visitsResponse,
} from "./visit-presenters.ts";
import { visitStatistics } from "./visit-resources.ts";

const [FIRST, END] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
const DAY_LENGTH = "2026-11-21".length;

/**
 * One end of a range: a date in the organization's time zone, which stays a string, or a time. Times are compared as
 * strings, which requires four-digit years.
 */
const bound = (description: string, isAllowed: (time: number) => boolean) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: "must be a date such as 2026-11-21 or a time such as 2026-11-21T08:30:00Z",
    })
    .refine((text) => isAllowed(Date.parse(text)), "must be from 2000 to 2099")
    .transform((text) => (text.length === DAY_LENGTH ? text : new Date(text)))
    .meta({ type: "string", description })
    .optional();

const visitQuery = z.strictObject({
  from: bound(
    "Date in the organization's time zone, or time. Default: 30 days before `to`.",
    (time) => time >= FIRST && time < END,
  ),
  to: bound(
    "Time, exclusive; or date, inclusive. Default: the end of today.",
    (time) => time >= FIRST && time <= END,
  ),
  interval: z
    .enum(INTERVALS)
    .describe(
      "Maximum range: 31 of the last 90 days for `hour`, 400 days for `day`, 3,660 days for `week` and `month`.",
    )
    .default("day"),
  by: z
    .enum(DIMENSIONS)
    .describe("Returns `rows` instead of `buckets`; not with `interval=hour`.")
    .optional(),
  compare: z
    .enum(COMPARISONS)
    .describe(
      "Adds `comparison`: the previous period, shifted by whole weeks if the range has at least 7 days, or the same days a " +
        "month or a year earlier (for whole months, whole months). A range that includes the present is compared up to the same hour.",
    )
    .optional(),
});

/** Breakdowns cover whole days. */
function rejectHours(
  { by, interval }: { by?: string | undefined; interval: string },
  context: z.RefinementCtx,
): void {
  if (by === undefined || interval !== "hour") return;
  context.addIssue({ code: "custom", path: ["interval"], message: "must not be hour together with by" });
}

/** The filter of a dimension by one of its values. */
function filterParameter(by: FilterDimension): z.ZodOptional<z.ZodType<string>> {
  const { accepts, description } = DIMENSION_FACTS[by].filter ?? {};
  if (accepts === undefined || description === undefined) throw new TypeError(`${by} has no filter`);
  const value = "pattern" in accepts ? text(...accepts.length) : z.enum(accepts);
  return value.describe(description).optional();
}

const filters = {
  qrCode: text(1, 256).describe("Id of a QR code: a key of the rows by `qrCode`.").optional(),
  ...Object.fromEntries(FILTER_DIMENSIONS.map((by) => [by, filterParameter(by)])),
  tag: tagText().describe("Links that have this tag in `tracking.tags` now.").optional(),
  dayOfWeek: text(3, 27)
    .describe(`One or more of ${DAYS_OF_WEEK.join(", ")}, separated by commas.`)
    .optional(),
};

const visitHeaders = readHeaders.extend({ accept: z.string().optional() });

/** Headers, path and query for the visits of a link. */
const linkVisitsHead = z.object({
  header: visitHeaders,
  param: linkPath,
  query: visitQuery.extend(filters).superRefine(rejectHours),
});
/** Headers and query for the visits of projects. */
const visitsHead = z.object({
  header: visitHeaders,
  query: visitQuery
    .extend({
      projectId: text(1, 128).describe("Default: all projects that the key can access.").optional(),
      linkId: text(3, 128).describe("Default: all links.").optional(),
      ...filters,
    })
    .superRefine(rejectHours),
});

/** The report for a request: the series, or the breakdown that `by` names. */
function reportInput(query: z.output<typeof visitsHead>["query"]): ReportInput {
  const { from, to, interval, by, compare, linkId: link, ...filters } = query;
  const named = Object.entries({ ...filters, link });
  const filter = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  return { from, to, interval, filter, compare, by: by === undefined ? [] : [by] };
}

const VISITS_RESPONSE = {
  status: 200,
  description: "The visits in the range.",
  schema: dataOf(visitStatistics),
  csv: VISIT_CSV,
} as const;

export const getVisitsOperation = operation({
  id: "getVisits",
  method: "GET",
  path: "/v1/visits",
  tag: "Visits",
  summary: "Retrieve the visits of projects",
  description:
    "Returns scans, clicks, robots and previews of one project or of all projects that the key can access, as a series, or " +
    "broken down with `by`. Filters are combined with AND. Visits appear within a minute.",
  scope: GET_VISITS_SCOPE,
  head: visitsHead,
  response: VISITS_RESPONSE,
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "Two days of a project, day by day",
      query: { projectId: "demo", ...VISIT_DAYS },
      response: () => ({ data: EXAMPLE_SERIES }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    return visitsResponse(
      await getVisitReport(actor, reportInput(head.query), dependencies),
      head.header.accept,
    );
  },
});

export const getLinkVisitsOperation = operation({
  id: "getLinkVisits",
  method: "GET",
  path: "/v1/links/{linkId}/visits",
  tag: "Visits",
  summary: "Retrieve the visits of a link",
  description:
    "Returns scans, clicks, robots and previews as a series, or broken down with `by`. Filters are combined with AND. Visits " +
    "appear within a minute.",
  scope: GET_VISITS_SCOPE,
  head: linkVisitsHead,
  response: VISITS_RESPONSE,
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "Two days, day by day",
      path: LINK_PATH,
      query: VISIT_DAYS,
      response: () => ({ data: EXAMPLE_SERIES }),
    },
    {
      summary: "Two days, by QR code",
      path: LINK_PATH,
      query: { ...VISIT_DAYS, by: "qrCode" },
      response: () => ({ data: EXAMPLE_BREAKDOWN }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const input = reportInput({ ...head.query, linkId: head.param.linkId });
    return visitsResponse(await getVisitReport(actor, input, dependencies), head.header.accept);
  },
});
