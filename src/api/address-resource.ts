import * as z from "zod";
import { MOST_SLUGS } from "../addresses/slug.ts";
import { openEnum, shownUrl } from "./resource-parts.ts";

/** An address of a link. */
const linkAddress = z
  .strictObject({
    url: shownUrl("The address."),
    kind: openEnum("AddressKind", ["short_id", "slug"], "Whether it is random or a slug."),
    current: z.boolean().describe("Whether it is the one that `shortLink` shows."),
  })
  .describe("An address of a link.")
  .meta({ id: "LinkAddress" });

/** Those of a link. */
export const linkAddresses = z
  .array(linkAddress)
  .max(MOST_SLUGS + 1)
  .describe("Every address of the link: all of them lead, as any may be printed.");
