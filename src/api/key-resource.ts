import * as z from "zod";
import type { OwnKey } from "../access/get-own-key.ts";
import { MAX_ID } from "../access/project.ts";
import { SCOPES } from "../core/vocabulary.ts";
import { dateTime, openEnum, shown } from "./resource-parts.ts";

/** An API key as it sees itself. */
export const keyResource = z
  .strictObject({
    id: shown(64, "Id of the key. It is no secret."),
    name: shown(256, "Name of the key."),
    organization: z
      .strictObject({ id: shown(MAX_ID, "Id of the organization."), name: shown(120, "Its name.") })
      .describe("The organization that the key belongs to."),
    projects: z
      .union([
        z.literal("all").describe("Every project, also those to come."),
        z.array(shown(MAX_ID, "Id of a project.")).max(10_000).describe("These projects."),
      ])
      .describe("The projects that the key reaches: `all`, or a list of their ids."),
    scopes: z
      .array(openEnum("Scope", SCOPES as [string, ...string[]], "What a key may do."))
      .max(100)
      .describe("What the key may do."),
    createdAt: dateTime("When the key was issued."),
    expiresAt: dateTime("When the key stops working; absent where it does not expire.").optional(),
  })
  .describe("An API key.")
  .meta({ id: "ApiKey" });

/** The key that a request carries, as the API returns it. */
export const presentOwnKey = ({ key, organization }: OwnKey): z.infer<typeof keyResource> => ({
  id: key.id,
  name: key.name,
  organization: { id: organization.id, name: organization.name },
  projects: key.projects === "all" ? "all" : [...key.projects],
  scopes: [...key.scopes],
  createdAt: key.createdAt,
  ...(key.expiresAt !== null && { expiresAt: key.expiresAt }),
});
