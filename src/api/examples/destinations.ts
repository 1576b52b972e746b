import type * as z from "zod";
import { warningsOf } from "../../links/warnings.ts";
import { reasonOf } from "../../retailers/reasons.ts";
import type { linkDestination, linkPreview } from "../preview-resources.ts";
import { CREATED_AT, LINK } from "./links.ts";

const { destination, urlType, reason = "not_recorded" } = LINK;

/** Where the examples' link would lead. */
export const EXAMPLE_PREVIEW: z.infer<typeof linkPreview> = {
  destination,
  urlType,
  reason: reasonOf(reason),
  warnings: warningsOf({
    definition: LINK,
    destination: { url: destination, urlType, reason },
    availability: "unknown",
    active: true,
    settings: { tagOnScans: false },
  }),
};

/** Where it leads. */
export const EXAMPLE_DESTINATION: z.infer<typeof linkDestination> = {
  ...EXAMPLE_PREVIEW,
  destination,
  since: CREATED_AT,
};
