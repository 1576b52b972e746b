import type { GtinEntry } from "../../ground/core/linkset.ts";
import type { LinkStatus } from "../../ground/core/vocabulary.ts";
import { type ChoiceEntry, isChoiceEntry, isShopChoice, isTexts } from "./choice.ts";
import { isScheduleEntry, type ScheduleEntry } from "./redirect-schedule.ts";
import type { ShopChoice } from "./shop-choice.ts";
import type { VisitQuery } from "./visit-query.ts";

/** What the redirect needs of a link, as stored in KV. */
export interface RedirectEntry {
  linkId: string;
  status: LinkStatus;
  /** An absolute URL, or a path on our own host. */
  destination: string;
  version: number;
  /** Where scans redirect, without the Associates tag; absent if they redirect like clicks. */
  scans?: string | undefined;
  publicName?: string | undefined;
  /** The preferred shops that the redirect chooses from by the shopper's postal code. */
  stores?: ShopChoice | undefined;
  /** The offers of a choice link and its page, whose path is `destination` then. */
  choice?: ChoiceEntry | undefined;
  /** What it takes of the query of a visit; absent: nothing. Only apply-visit-query.ts reads it, and copes with any value. */
  query?: VisitQuery | undefined;
  /** When the link redirects; absent: always. */
  schedule?: ScheduleEntry | undefined;
  /** The keys of the offers of a former choice link. They may be printed, and redirect to the link forever. */
  removed?: string[] | undefined;
  /** What the address of its GTIN needs; absent without a GTIN. Only that address reads it, and copes with any value. */
  gtin?: GtinEntry | undefined;
  /** The owner of its brand and domains. */
  project: ProjectOfLink;
}

interface ProjectOfLink {
  organizationId: string;
  projectId: string;
}

/** Parses KV's text as an entry. Null for a damaged entry, as for a missing entry. */
export function parseEntry(text: string): RedirectEntry | null {
  try {
    const value: unknown = JSON.parse(text);
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is RedirectEntry {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Partial<Record<keyof RedirectEntry, unknown>>; // read only
  const { linkId, status, destination, version, scans, publicName, stores } = entry;
  const { choice, schedule, removed, project } = entry;
  return (
    typeof linkId === "string" &&
    (status === "active" || status === "inactive") &&
    typeof destination === "string" &&
    destination !== "" &&
    typeof version === "number" &&
    (scans === undefined || (typeof scans === "string" && scans !== "")) &&
    (publicName === undefined || typeof publicName === "string") &&
    (stores === undefined || isShopChoice(stores)) &&
    (choice === undefined || isChoiceEntry(choice)) &&
    (schedule === undefined || isScheduleEntry(schedule)) &&
    (removed === undefined || isTexts(removed)) &&
    isProject(project)
  );
}

function isProject(value: unknown): value is ProjectOfLink {
  if (typeof value !== "object" || value === null) return false;
  const { organizationId, projectId } = value as Partial<Record<keyof ProjectOfLink, unknown>>; // read only
  return typeof organizationId === "string" && typeof projectId === "string";
}
