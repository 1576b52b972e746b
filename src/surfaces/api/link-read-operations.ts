import * as z from "zod";
import { GET_LINK_SCOPE, LIST_LINKS_SCOPE } from "../../features/access/scopes.ts";
import { getLink, getLinkHistory } from "../../features/links/get-link.ts";
import { getLinkDestination } from "../../features/links/get-link-destination.ts";
import { definitionOf } from "../../features/links/link.ts";
import { linkFilters, refuseReversedCreation } from "../../features/links/list-filter.ts";
import { listLinks } from "../../features/links/list-links.ts";
import type { FieldChange } from "../../features/writes/activity.ts";
import type { HistoryEntry } from "../../features/writes/activity-store.ts";
import { taggedResponse } from "./entity-tags.ts";
import {
  CHANGED_AT,
  CREATED_AT,
  EXAMPLE_DESTINATION,
  exampleLink,
  LINK,
  LINK_ID,
  LINK_PATH,
} from "./examples/link-examples.ts";
import { anyLink } from "./extended-resources.ts";
import { INCLUDE_ALL, includeQuery } from "./include.ts";
import { linkHealth } from "./link-health.ts";
import { operation } from "./operation.ts";
import { presentHistoryEntry, presentLink } from "./presenters.ts";
import { type AddedToDestination, linkDestination } from "./preview-resources.ts";
import {
  cursorParameter,
  limitParameter,
  linkHead,
  linkPageHead,
  linkPartHead,
  readHeaders,
} from "./request-head.ts";
import { historyEntry, linkDefinition, onePage, pageWith, responseWith } from "./resources.ts";

export const getLinkOperation = operation({
  id: "getLink",
  method: "GET",
  path: "/v1/links/{linkId}",
  tag: "Links",
  summary: "Retrieve a link",
  description: "Returns the current link, active or not.",
  scope: GET_LINK_SCOPE,
  head: linkHead,
  response: responseWith(
    "The link, including `urlType`, `products`, `metadata` and `updatedAt`.",
    anyLink,
    "ETag",
  ),
  errors: ["not_found", "project_access_denied"],
  examples: [
    { summary: "A link", path: LINK_PATH, response: (origins) => ({ data: exampleLink(origins) }) },
    {
      summary: "A link with all optional properties",
      path: LINK_PATH,
      query: { include: "all" },
      response: (origins) => ({ data: exampleLink(origins, {}, INCLUDE_ALL) }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const found = await getLink(actor, head.param.linkId, dependencies);
    const { include } = head.query;
    return taggedResponse(
      presentLink(found, dependencies.origins, include, dependencies.now()),
      found.link.revision,
    );
  },
});

const query = linkFilters
  .extend({ ...includeQuery.shape, limit: limitParameter(), cursor: cursorParameter() })
  .superRefine(refuseReversedCreation);

export const listLinksOperation = operation({
  id: "listLinks",
  method: "GET",
  path: "/v1/links",
  tag: "Links",
  summary: "List and search links",
  description:
    "Lists the links that the key can access, newest first. Filters are combined with AND. A page may contain fewer links " +
    "than `limit`, even none, although more follow: keep paging until `nextCursor` is absent.",
  scope: LIST_LINKS_SCOPE,
  head: z.object({ header: readHeaders, query }),
  response: pageWith("One page of links.", anyLink),
  errors: ["project_access_denied"],
  examples: [
    {
      summary: "Active links with a word in their name",
      query: { q: "breakfast", status: "active", limit: "10" },
      response: (origins) => ({ data: [exampleLink(origins)] }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const { q: text, include, ...query } = head.query;
    const { links, nextCursor } = await listLinks(actor, { text, ...query }, dependencies);
    const now = dependencies.now();
    return onePage(
      links.map((each) => presentLink(each, dependencies.origins, include, now)),
      nextCursor,
    );
  },
});

export const getLinkDefinitionOperation = operation({
  id: "getLinkDefinition",
  method: "GET",
  path: "/v1/links/{linkId}/definition",
  tag: "Links",
  summary: "Retrieve the definition of a link",
  description:
    "Returns the fields that define the link, with defaults and changes applied, and `status`. `PATCH` changes this object.",
  scope: GET_LINK_SCOPE,
  head: linkPartHead,
  response: responseWith("The definition.", linkDefinition, "ETag"),
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The definition of a link",
      path: LINK_PATH,
      response: () => ({ data: { ...definitionOf(LINK), status: LINK.status } }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const { link } = await getLink(actor, head.param.linkId, dependencies);
    return taggedResponse({ ...definitionOf(link), status: link.status }, link.revision);
  },
});

const entry = (version: number, at: string, changes: FieldChange[]): HistoryEntry => ({
  version,
  activity: {
    id: `act_01kjq5c8n0v3w7x9y2z4a6b8c${version}`,
    at,
    actor: { type: "api_key", id: "key_01kjq4h2m8r5t7v9x1z3b5d7fg" },
    organizationId: "demo",
    object: { type: "link", id: LINK_ID },
    changes,
  },
  destination: LINK.destination,
  actorName: "Website",
});

/** The history of the example link, newest first. */
export const EXAMPLE_HISTORY: readonly HistoryEntry[] = [
  entry(2, CHANGED_AT, [{ field: "publicName", from: LINK.publicName, to: "Sunday breakfast" }]),
  entry(1, CREATED_AT, []),
];

export const getLinkHistoryOperation = operation({
  id: "getLinkHistory",
  method: "GET",
  path: "/v1/links/{linkId}/history",
  tag: "Links",
  summary: "List the changes of a link",
  description:
    "Lists who changed what on the link and its QR codes, and the destination afterwards, newest first. The last entry is " +
    "the creation.",
  scope: GET_LINK_SCOPE,
  head: linkPageHead,
  response: pageWith("A page of changes.", historyEntry),
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "A renaming and the creation",
      path: LINK_PATH,
      response: () => ({ data: EXAMPLE_HISTORY.map(presentHistoryEntry) }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const { linkId } = head.param;
    const { entries, nextCursor } = await getLinkHistory(actor, { linkId, ...head.query }, dependencies);
    return onePage(entries.map(presentHistoryEntry), nextCursor);
  },
});

/** By its value of `include`, which is also the property. */
const ADDED: Readonly<Record<string, AddedToDestination>> = {
  health: linkHealth,
};

const VALUES = Object.entries(ADDED).map(([name, { about }]) => `\`${name}\` adds ${about}`);

const destinationQuery = z.object({
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
  head: linkPartHead.extend({ query: destinationQuery }),
  response: responseWith(
    "The destination of the link.",
    linkDestination
      .extend(Object.fromEntries(Object.entries(ADDED).map(([name, { schema }]) => [name, schema])))
      .describe("The destination of a link, why, and since when.")
      .meta({ id: "LinkDestination" }),
    "ETag",
  ),
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The destination of a link",
      path: LINK_PATH,
      response: () => ({ data: EXAMPLE_DESTINATION }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const { linkId } = head.param;
    const { include } = head.query;
    const included = Object.entries(ADDED).filter(([name]) => include === "all" || include === name);
    const [destination, ...added] = await Promise.all([
      getLinkDestination(actor, linkId, dependencies),
      ...included.map(async ([name, { read }]) => ({ [name]: await read(actor, linkId, dependencies) })),
    ]);
    return taggedResponse(Object.assign({ ...destination }, ...added));
  },
});
