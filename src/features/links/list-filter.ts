import * as z from "zod";
import { text } from "../../ground/core/text.ts";
import { rejectReversed, timeFrom, timeTo } from "../../ground/core/times.ts";
import {
  LINK_INTENTS,
  LINK_STATES,
  LINK_STATUSES,
  type LinkIntent,
  type LinkState,
  type LinkStatus,
  RETAILERS,
  type Retailer,
} from "../../ground/core/vocabulary.ts";
import { gtin } from "../retailers/gtin-fields.ts";
import { tagText } from "../retailers/parts.ts";

/** The filters of a list. Undefined ones don't apply. */
export interface ListFilter {
  projectId?: string | undefined;
  /** Part of a name, public name, short id, slug, link id, customUrl, tag, shop name or product id, in any case. */
  text?: string | undefined;
  retailer?: Retailer | undefined;
  intent?: LinkIntent | undefined;
  status?: LinkStatus | undefined;
  /** The state at the time of the query. */
  state?: LinkState | undefined;
  tag?: string | undefined;
  /** In 14 digits. */
  gtin?: string | undefined;
  health?: "broken" | undefined;
  createdFrom?: Date | undefined;
  /** Exclusive. */
  createdTo?: Date | undefined;
}

/** The filters of the list of links as callers send them. All are optional and combined with AND. */
export const linkFilters = z.strictObject({
  projectId: text(1, 128).describe("Links of this project.").optional(),
  q: text(1, 120)
    .describe(
      "Part of a name, public name, short id, slug, GTIN, link id, customUrl, tag, retailer's name, or the id of a product or " +
        "backup, in any case, with or without accents. Taken literally: there are no wildcards.",
    )
    .optional(),
  retailer: z.enum(RETAILERS).describe("Links for this retailer.").optional(),
  intent: z.enum(LINK_INTENTS).describe("Links with this intent.").optional(),
  status: z
    .enum(LINK_STATUSES)
    .describe("Links that are switched on (`active`) or off (`inactive`).")
    .optional(),
  state: z
    .enum(LINK_STATES)
    .describe(
      "Links that are in this state now: before, within or after the times of their schedule, or switched off.",
    )
    .optional(),
  gtin: gtin().describe("The link with this GTIN, in any of its lengths.").optional(),
  tag: tagText().describe("One of the link's tracking.tags; case-sensitive.").optional(),
  health: z
    .enum(["broken"])
    .describe("Links with a destination that has failed for a day or longer.")
    .optional(),
  createdFrom: timeFrom("Created at this time or later; a date (UTC) from its start."),
  createdTo: timeTo("Created before this time; a date (UTC) until its end."),
});

/** Parsed filters. */
export type LinkFilters = z.infer<typeof linkFilters>;

/** Adds a problem if the creation period ends before it begins. */
export const refuseReversedCreation = (
  { createdFrom, createdTo }: Pick<LinkFilters, "createdFrom" | "createdTo">,
  context: z.RefinementCtx,
): void => rejectReversed(createdFrom, createdTo, "createdTo", context);
