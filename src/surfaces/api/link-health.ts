import * as z from "zod";
import { MAX_REDIRECTS } from "../../extras/health/check-destinations.ts";
import { getLinkHealth } from "../../extras/health/health-store.ts";
import { type DestinationHealth, HEALTH_OUTCOMES } from "../../extras/health/outcome.ts";
import { dateTime, openEnum, shown, shownUrl } from "../../ground/core/resource-parts.ts";
import type { AddedToDestination } from "./preview-resources.ts";

/** The check of one URL of a link. */
const destinationHealth = z
  .strictObject({
    url: shownUrl("A URL that the link can redirect to: its own, an offer's, a fallback, or its `endedUrl`."),
    outcome: openEnum(
      "HealthOutcome",
      HEALTH_OUTCOMES,
      "The result. `moved`: it redirects for good. `slow`: no response in 10 seconds. `blocked`: programs may not look, which says " +
        "nothing about shoppers. `failing`: a server error. `gone`: 404 or 410, or no connection. `soft_404`: a shop redirects a " +
        "product page to its home, search or category page.",
    ),
    broken: z.boolean().describe("Whether checks failed at least a day apart."),
    checkedAt: dateTime("When the URL was last requested."),
    failingSince: dateTime("The first failure since the last success.").optional(),
    status: z.int().min(100).max(999).describe("HTTP status of the last response.").optional(),
    redirects: z
      .array(shown(500, "A URL."))
      .max(MAX_REDIRECTS)
      .describe("Where redirects led, in order. Long URLs are cut."),
  })
  .describe("The last check of a URL.")
  .meta({ id: "DestinationHealth" });

const present = ({ failingSince, status, ...rest }: DestinationHealth) => ({
  ...rest,
  ...(failingSince !== null && { failingSince }),
  ...(status !== null && { status }),
});

/** The checks of a link's URLs, which `include` adds to its destination. */
export const linkHealth: AddedToDestination = {
  about: "the weekly checks of the URLs",
  schema: z
    .array(destinationHealth)
    .max(100)
    .describe("With `include=health`: the last checks of the URLs that the link can redirect to.")
    .optional(),
  async read(actor, linkId, dependencies) {
    return (await getLinkHealth(actor, linkId, dependencies)).map(present);
  },
};
