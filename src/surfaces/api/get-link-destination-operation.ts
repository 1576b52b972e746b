import * as z from "zod";
import { getLinkHealth } from "../../extras/health/get-link-health.ts";
import type { DestinationHealth } from "../../extras/health/outcome.ts";
import { GET_LINK_SCOPE } from "../../features/links/get-link.ts";
import { getLinkDestination } from "../../features/links/get-link-destination.ts";
import { taggedResponse } from "./entity-tags.ts";
import { EXAMPLE_DESTINATION, LINK_PATH } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { linkDestination } from "./preview-resources.ts";
import { linkPartHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

const query = z.object({
  include: z
    .enum(["health", "all"])
    .describe("`health` adds the weekly checks of the URLs; `all` adds everything.")
    .optional(),
});

const presentHealth = ({ failingSince, status, ...rest }: DestinationHealth) => ({
  ...rest,
  ...(failingSince !== null && { failingSince }),
  ...(status !== null && { status }),
});

export const getLinkDestinationOperation = operation({
  id: "getLinkDestination",
  method: "GET",
  path: "/v1/links/{linkId}/destination",
  tag: "Links",
  summary: "Explain a link's destination",
  description:
    "Returns the stored destination, the rule that chose it, since when it applies, and warnings about the link. For an " +
    "inactive link, it is the destination after switching it on.",
  scope: GET_LINK_SCOPE,
  head: linkPartHead.extend({ query }),
  response: {
    status: 200,
    description: "The destination of the link.",
    schema: dataOf(linkDestination),
    headers: ["ETag"],
  },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The destination of a link",
      path: LINK_PATH,
      response: () => ({ data: EXAMPLE_DESTINATION }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const { linkId } = head.param;
    const [destination, health] = await Promise.all([
      getLinkDestination(actor, linkId, { ...dependencies, origins }),
      head.query.include === undefined ? undefined : getLinkHealth(actor, linkId, dependencies),
    ]);
    return taggedResponse({ ...destination, ...(health && { health: health.map(presentHealth) }) });
  },
});
