import type { Origins } from "../../../ground/core/origins.ts";
import type { Section } from "./blocks.ts";
import { readGuides } from "./guide-parts.ts";
import followChanges from "./guides/changes.md";
import client from "./guides/client.md";
import errors from "./guides/errors.md";
import firstLink from "./guides/first-link.md";
import include from "./guides/include.md";
import limits from "./guides/limits.md";
import paging from "./guides/paging.md";
import printing from "./guides/printing.md";
import retries from "./guides/retries.md";
import security from "./guides/security.md";
import variants from "./guides/variants.md";
import visits from "./guides/visits.md";
import warnings from "./guides/warnings.md";

/** The guides by their ids, in the order that a newcomer needs them. */
const GUIDES: Readonly<Record<string, string>> = {
  ...{ "first-link": firstLink, client, variants, warnings, include, printing, visits, retries, paging },
  changes: followChanges,
  ...{ errors, limits, security },
};

/** The guides as sections: see `readGuides`. */
export const guideSections = (origins: Origins, contact?: string): Section[] =>
  readGuides(GUIDES, origins, contact);

/**
 * The titles of the guides in detail, which the contents list: their texts, detailed-guides.ts, are on a page of their own and
 * loaded only there, for searches, and for the documents as one text.
 */
export const DETAILED_TITLES = {
  addresses: "Domains, slugs and kept addresses",
  rules: "Let shoppers choose, or redirect by rules",
  sources: "Sources and the query of a visit",
  gtins: "GTINs: one code for the till and the phone",
  availability: "Availability and backups",
  corrections: "Correct, schedule and find links",
  images: "Images of QR codes",
  "visit-queries": "Queries of visits",
  webhooks: "Receive events with webhooks",
  testing: "A test environment",
  policies: "Policies",
  assistants: "Assistants and agents (MCP)",
} as const;
