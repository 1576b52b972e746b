import type { Origins } from "../../../ground/core/origins.ts";
import type { Section } from "./blocks.ts";
import { readGuides } from "./guide-parts.ts";
import addresses from "./guides/addresses.md";
import assistants from "./guides/assistants.md";
import availability from "./guides/availability.md";
import corrections from "./guides/corrections.md";
import gtins from "./guides/gtins.md";
import images from "./guides/images.md";
import policies from "./guides/policies.md";
import rules from "./guides/rules.md";
import sources from "./guides/sources.md";
import testing from "./guides/testing.md";
import visitQueries from "./guides/visit-queries.md";
import receiveEvents from "./guides/webhooks.md";

/** By their ids in `DETAILED_TITLES`. */
const GUIDES: Readonly<Record<string, string>> = {
  ...{ addresses, rules, sources, gtins, availability, corrections, images },
  "visit-queries": visitQueries,
  webhooks: receiveEvents,
  ...{ testing, policies, assistants },
};

/** The guides in detail as sections: see `readGuides`. */
export const detailedSections = (origins: Origins, contact?: string): Section[] =>
  readGuides(GUIDES, origins, contact);
