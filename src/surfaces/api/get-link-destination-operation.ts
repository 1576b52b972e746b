import * as z from "zod";
import type { Dependencies } from "../../dependencies.ts";
import type { OrganizationActor } from "../../features/access/actor.ts";
import { GET_LINK_SCOPE } from "../../features/links/get-link.ts";
import { getLinkDestination } from "../../features/links/get-link-destination.ts";
import { taggedResponse } from "./entity-tags.ts";
import { EXAMPLE_DESTINATION, LINK_PATH } from "./examples/link-examples.ts";
import { linkHealth } from "./link-health.ts";
import { operation } from "./operation.ts";
import { linkDestination } from "./preview-resources.ts";
import { linkPartHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

/** What an extra adds to the destination of a link. */
export interface AddedToDestination {
  /** For documents. */
  about: string;
  schema: z.ZodOptional;
  read(actor: OrganizationActor, linkId: string, dependencies: Dependencies): Promise<unknown>;
}

/** By its value of `include`, which is also the property. */
const ADDED: Readonly<Record<string, AddedToDestination>> = {
  health: linkHealth,
};

const VALUES = Object.entries(ADDED).map(([name, { about }]) => `\`${name}\` adds ${about}`);

const query = z.object({
  include: z
    .enum([...Object.keys(ADDED), "all"])
    .describe(`${VALUES.join("; ")}; \`all\` adds everything.`)
    .optional(),
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
    schema: dataOf(
      linkDestination
        .extend(Object.fromEntries(Object.entries(ADDED).map(([name, { schema }]) => [name, schema])))
        .describe("The destination of a link, why, and since when.")
        .meta({ id: "LinkDestination" }),
    ),
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
    const { include } = head.query;
    const wanted = Object.entries(ADDED).filter(([name]) => include === "all" || include === name);
    const [destination, ...added] = await Promise.all([
      getLinkDestination(actor, linkId, { ...dependencies, origins }),
      ...wanted.map(async ([name, { read }]) => ({ [name]: await read(actor, linkId, dependencies) })),
    ]);
    return taggedResponse(Object.assign({ ...destination }, ...added));
  },
});
