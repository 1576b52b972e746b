import { findRetailers } from "../../features/delivery-app/retailer-store.ts";
import { operation } from "./operation.ts";
import { presentRetailer } from "./presenters.ts";
import { findRetailersHead } from "./request-head.ts";
import { responseWith, retailerRecord } from "./resources.ts";

/** The operation `GET /v1/retailers`. Any valid key may search: the result is the same for every caller. */
export const findRetailersOperation = operation({
  id: "findRetailers",
  method: "GET",
  path: "/v1/retailers",
  tag: "Retailers",
  summary: "Search retailers of the delivery app",
  description:
    "Finds the routing values for `delivery_app` links: shopping lists and recipes use `retailerId`, product details use " +
    "`slug`. `usage` contains the options to send.",
  scope: null,
  head: findRetailersHead,
  response: responseWith(
    "The matching stores, by name.",
    retailerRecord.array().max(100).describe("The stores."),
  ),
  errors: [],
  examples: [
    {
      summary: "Stores with a word in their name",
      query: { q: "fairway", limit: "5" },
      response: () => ({
        data: [
          presentRetailer({
            retailerId: "fairway-market",
            slug: "fairway-market",
            name: "Fairway Market",
            services: ["delivery"],
            categories: ["grocery"],
            locationCount: 2,
            samplePostalCodes: ["10001", "10025"],
          }),
        ],
      }),
    },
  ],
  async handle({ head, dependencies }) {
    const { q: text, limit } = head.query;
    const found = await findRetailers({ text, limit }, dependencies.retailers);
    return Response.json({ data: found.map(presentRetailer) });
  },
});
