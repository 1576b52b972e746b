import * as z from "zod";
import { getSales, SALES_DIMENSIONS, type SalesInput } from "../../extras/sales/get-sales.ts";
import { GET_VISITS_SCOPE } from "../../features/access/scopes.ts";
import { tagText } from "../../features/retailers/parts.ts";
import { text } from "../../ground/core/text.ts";
import { RETAILERS } from "../../ground/core/vocabulary.ts";
import { LINK_PATH } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { linkPath, readHeaders } from "./request-head.ts";
import { EXAMPLE_SALES, SALES_RESPONSE, salesDay, salesResponse } from "./sales-resources.ts";

const query = z.strictObject({
  from: salesDay("First day. Default: 30 days before `to`.").optional(),
  to: salesDay("Last day, inclusive. Default: today.").optional(),
  by: z.enum(SALES_DIMENSIONS).describe("What the rows are by.").default("day"),
  retailer: z.enum(RETAILERS).describe("Only sales of this retailer.").optional(),
  qrCode: text(1, 256).describe("Id of a QR code: sales after its scans.").optional(),
});
const header = readHeaders.extend({ accept: z.string().optional() });
const linkSalesHead = z.object({ header, param: linkPath, query });
const salesHead = z.object({
  header,
  query: query.extend({
    projectId: text(1, 128).describe("Default: all projects that the key can access.").optional(),
    linkId: text(3, 128).describe("Default: all links.").optional(),
    tag: tagText().describe("Links that have this tag in `tracking.tags` now.").optional(),
  }),
});

/** The input of the verb for a query. */
function inputOf({ from, to, by, linkId, ...filters }: z.output<typeof salesHead>["query"]): SalesInput {
  const named = Object.entries({ ...filters, link: linkId }).filter(([, value]) => value !== undefined);
  return { from, to, by: [by], filter: Object.fromEntries(named) };
}

const DESCRIPTION =
  "Returns orders, amounts and commissions that affiliate networks reported, from the sales reports that members add in the " +
  "dashboard. Sales count on the day that the network names. ";

export const getSalesOperation = operation({
  id: "getSales",
  method: "GET",
  path: "/v1/sales",
  tag: "Sales",
  summary: "Retrieve the sales of projects",
  description: `${DESCRIPTION}Sales that are not of your links are only for keys that reach all projects: their key is \`none\` with \`by=link\`.`,
  scope: GET_VISITS_SCOPE,
  head: salesHead,
  response: SALES_RESPONSE,
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The sales of two days, day by day",
      query: { from: EXAMPLE_SALES.from, to: EXAMPLE_SALES.to },
      response: () => ({ data: EXAMPLE_SALES }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    return salesResponse(await getSales(actor, inputOf(head.query), dependencies), head.header.accept);
  },
});

export const getLinkSalesOperation = operation({
  id: "getLinkSales",
  method: "GET",
  path: "/v1/links/{linkId}/sales",
  tag: "Sales",
  summary: "Retrieve the sales of a link",
  description: `${DESCRIPTION}Networks name the link by its sub-id, and Amazon by a tag of its own (\`affiliate.tag\`).`,
  scope: GET_VISITS_SCOPE,
  head: linkSalesHead,
  response: SALES_RESPONSE,
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The sales of a link on two days",
      path: LINK_PATH,
      query: { from: EXAMPLE_SALES.from, to: EXAMPLE_SALES.to },
      response: () => ({ data: EXAMPLE_SALES }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const input = inputOf({ ...head.query, linkId: head.param.linkId });
    return salesResponse(await getSales(actor, input, dependencies), head.header.accept);
  },
});
