import { GET_VISITS_SCOPE, getVisitReport } from "../visits/get-visit-report.ts";
import { EXAMPLE_SERIES, VISIT_DAYS } from "./examples/visit-examples.ts";
import { operation } from "./operation.ts";
import { dataOf } from "./resources.ts";
import { reportInput, visitsHead } from "./visit-head.ts";
import { VISIT_CSV, visitsResponse } from "./visit-presenters.ts";
import { visitStatistics } from "./visit-resources.ts";

/** The operation `GET /v1/visits`. */
export const getVisitsOperation = operation({
  id: "getVisits",
  method: "GET",
  path: "/v1/visits",
  tag: "Visits",
  summary: "Retrieve the visits of projects",
  description:
    "Scans, clicks, robots and previews of one project, or of all projects that the key reaches, as a series, or " +
    "broken down with `by`. Filters add up. A visit is shown within a minute.",
  scope: GET_VISITS_SCOPE,
  head: visitsHead,
  answer: {
    status: 200,
    description: "The visits of the range.",
    schema: dataOf(visitStatistics),
    csv: VISIT_CSV,
  },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "Two days of a project, day by day",
      query: { projectId: "demo", ...VISIT_DAYS },
      answer: () => ({ data: EXAMPLE_SERIES }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    return visitsResponse(
      await getVisitReport(actor, reportInput(head.query), dependencies),
      head.header.accept,
    );
  },
});
