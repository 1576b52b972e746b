import { expect } from "vitest";
import { FAULTS, held } from "../availability/fake-retailers.ts";
import { linkBody } from "../bodies.ts";
import { apiError, hang } from "../delivery-app/delivery-app-server.ts";
import { expectLink } from "../expectations.ts";
import { get } from "../requests.ts";
import { DAY_MS, type FailingParts, type Promised } from "./failing-parts.ts";

const CART = linkBody("bigbox_w add_to_cart", {
  products: [{ retailerProductId: "1", quantity: 1, backupProductIds: ["2"] }],
});
const cartOf = (id: string) => `https://www.walmart.com/sc/cart/addToCart?items=${id}_1`;

/** Guarantees while the API of another company fails. */
export function companyPromises({
  service,
  walmart,
  app,
  api,
  newLink,
  visit,
  leadsOn,
  works,
}: FailingParts): Promised[] {
  return [
    {
      fails: "the delivery app",
      redirects: [
        "lists and recipes redirect to `fallbackUrl` or our own page",
        async () => {
          for (const behavior of [apiError(500, 9999), hang]) {
            app.always(behavior);
            for (const pair of ["delivery_app shopping_list", "delivery_app recipe"]) {
              const fallbackUrl = "https://example.com/instead";
              const { shortId } = await newLink(linkBody(pair, { fallbackUrl }));
              await leadsOn(shortId, {}, 0, fallbackUrl);
              const own = await newLink(linkBody(pair));
              const { headers } = await visit(own.shortId);
              const page = new URL(headers.get("Location") ?? "");
              expect(page.pathname).toBe(`/lists/${own.shortId}`);
              expect((await get(service, page.pathname)).status).toBe(200);
            }
          }
          app.always(null);
        },
      ],
      api: [
        "unaffected",
        async () => {
          app.always(hang);
          await works()();
          expectLink(await api("POST", "/v1/links", {}, linkBody("delivery_app recipe")));
          expect((await api("GET", "/v1/retailers")).status).toBe(200);
          app.always(null);
        },
      ],
    },
    {
      fails: "a retailer's product API",
      redirects: [
        "links redirect to the products as sent, or for a day by the last response",
        async () => {
          const hour = DAY_MS / 24;
          const cron = (hours: number) => service.scheduled("* * * * *", new Date(Date.now() + hours * hour));
          walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
          const known = await newLink(CART);
          await leadsOn(known.shortId, {}, 0, cartOf("2"));
          walmart.fault = FAULTS["500"];
          const { shortId } = await newLink(CART);
          await leadsOn(shortId, {}, 0, cartOf("1"));
          await cron(7);
          await leadsOn(known.shortId, {}, 7 * hour, cartOf("2"));
          await cron(25);
          await leadsOn(known.shortId, {}, 25 * hour, cartOf("1"));
          walmart.fault = null;
        },
      ],
      api: [
        "creating waits at most 0.8 s",
        async () => {
          const { fault, arrived, release } = held();
          walmart.fault = fault;
          const creating = newLink(CART);
          await arrived;
          // It was sent although the retailer has not responded yet.
          const { shortId } = await creating;
          await leadsOn(shortId, {}, 0, cartOf("1"));
          release();
          walmart.fault = null;
        },
      ],
    },
  ];
}
