import type * as z from "zod";
import { definitionOf } from "../../links/link.ts";
import { previewOf } from "../../links/preview-link.ts";
import type { linkDestination, linkPreview } from "../preview-resources.ts";
import { CREATED_AT, LINK } from "./links.ts";

/** Where the examples' link would lead. */
export const EXAMPLE_PREVIEW: z.infer<typeof linkPreview> = previewOf(definitionOf(LINK), new Map(), {
  settings: { tagOnScans: false },
  now: new Date(CREATED_AT),
});

const { offers: _, ...preview } = EXAMPLE_PREVIEW;

/** Where it leads. */
export const EXAMPLE_DESTINATION: z.infer<typeof linkDestination> = {
  ...preview,
  destination: LINK.destination,
  state: "running",
  since: CREATED_AT,
};
