import { GET_VISITS_SCOPE, getVisitReport } from "../../features/visits/get-visit-report.ts";
import { LINK_PATH } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { dataOf } from "./resources.ts";
import { linkVisitsHead, reportInput, visitsHead } from "./visit-head.ts";
import {
  EXAMPLE_BREAKDOWN,
  EXAMPLE_SERIES,
  VISIT_CSV,
  VISIT_DAYS,
  visitsResponse,
} from "./visit-presenters.ts";
import { visitStatistics } from "./visit-resources.ts";

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
