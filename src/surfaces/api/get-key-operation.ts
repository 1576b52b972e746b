import * as z from "zod";
import { getOwnKey, type OwnKey } from "../../features/access/list-keys.ts";
import { MAX_ID } from "../../features/access/project.ts";
import { dateTime, openEnum, shown } from "../../ground/core/resource-parts.ts";
import { SCOPES } from "../../ground/core/vocabulary.ts";
import { taggedResponse } from "./entity-tags.ts";
import { CREATED_AT } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { keyHead } from "./request-head.ts";
import { responseWith } from "./resources.ts";

/** The API key of a request. */
const keyResource = z
  .strictObject({
    id: shown(64, "Id of the key. It is not secret."),
    name: shown(256, "Name of the key."),
    organization: z
      .strictObject({
        id: shown(MAX_ID, "Id of the organization."),
        name: shown(120, "Name of the organization."),
      })
      .describe("The key's organization."),
    projects: z
      .union([
        z.literal("all").describe("Every project, including future ones."),
        z.array(shown(MAX_ID, "Id of a project.")).max(10_000).describe("These projects."),
      ])
      .describe("The projects that the key can access: `all` or a list of ids."),
    scopes: z
      .array(openEnum("Scope", SCOPES as [string, ...string[]], "A permission of a key."))
      .max(100)
      .describe("The permissions of the key."),
    createdAt: dateTime("When the key was issued."),
    expiresAt: dateTime("When the key expires; absent if it does not.").optional(),
  })
  .describe("An API key.")
  .meta({ id: "ApiKey" });

/** The key of a request, as the API returns it. */
const presentOwnKey = ({ key, organization }: OwnKey): z.infer<typeof keyResource> => ({
  id: key.id,
  name: key.name,
  organization: { id: organization.id, name: organization.name },
  projects: key.projects === "all" ? "all" : [...key.projects],
  scopes: [...key.scopes],
  createdAt: key.createdAt,
  ...(key.expiresAt !== null && { expiresAt: key.expiresAt }),
});

const EXAMPLE_KEY: OwnKey = {
  key: {
    id: "key_01kjq5c8n0v3w7x9y2z4a6b8cd",
    organizationId: "maple-and-pine",
    prefix: "slk_a1b2c3",
    name: "Web shop",
    scopes: SCOPES,
    projects: "all",
    createdAt: CREATED_AT,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    clientId: null,
    issuedBy: { type: "member", id: "mem_01kjq5c8n0v3w7x9y2z4a6b8cd" },
  },
  organization: { id: "maple-and-pine", name: "Maple & Pine", createdAt: CREATED_AT, timeZone: "UTC" },
};

export const getKeyOperation = operation({
  id: "getKey",
  method: "GET",
  path: "/v1/key",
  tag: "Keys",
  summary: "Retrieve the current API key",
  description: "Returns the organization, projects, scopes and expiry of the key that sent the request.",
  scope: null,
  head: keyHead,
  response: responseWith("The key.", keyResource, "ETag"),
  errors: [],
  examples: [{ summary: "A key", response: () => ({ data: presentOwnKey(EXAMPLE_KEY) }) }],
  handle: async ({ actor, dependencies }) =>
    taggedResponse(presentOwnKey(await getOwnKey(actor, dependencies))),
});
