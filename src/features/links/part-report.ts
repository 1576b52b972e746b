import type { LinkState } from "../../ground/core/vocabulary.ts";
import { ruleDoubts } from "../retailers/rule-doubts.ts";
import {
  adviceOf,
  availabilityOf,
  type DestinationReport,
  type LinkExtension,
  type NamedWriteHooks,
  type PartAdvice,
} from "./extension.ts";
import { type Link, stateOf } from "./link.ts";
import { haveSameDestination, type LinkPart, partsOf } from "./link-part.ts";
import { partDestination, visitDestinationsOfPart } from "./resolve-destination.ts";
import type { Warning } from "./warning-codes.ts";
import { choiceWarnings, urlWarnings, type WarnedLink, warningsOf } from "./warnings.ts";

/** What is known about the destination of a part. */
export interface PartReport {
  offerKey: string;
  warned: Omit<WarnedLink, "state">;
  known: Pick<DestinationReport, "availability" | "page">;
}

/** What the extensions know about a part of a stored link, or with `advice` what that says. */
export async function partReport(
  part: LinkPart,
  extensions: readonly LinkExtension[],
  advice?: PartAdvice,
): Promise<PartReport> {
  const { shortId, offerKey, destination: url, urlType } = part;
  const reports = await Promise.all(advice ? [] : extensions.map((extension) => extension.report?.(part)));
  const report: DestinationReport = Object.assign({}, ...reports);
  const { availability, page, unknownStores } = report;
  // A destination set by an extension has no recorded reason; if the extension's data is gone, the definition decides.
  const own = { offerKey, definition: part };
  const reason = report.reason ?? part.reason ?? partDestination(own, new Map(), { shortId }).reason;
  const { click, scan } = visitDestinationsOfPart(own, { url, urlType, reason }, part);
  return {
    offerKey,
    warned: {
      definition: part,
      destination: click,
      scan,
      availability: availability?.outcome ?? availabilityOf(advice),
      unknownStores: unknownStores ?? advice?.unknownStores,
    },
    known: { ...(availability && { availability }), ...(page && { page }) },
  };
}

/** The warnings about a stored link. `codes`: the identifiers of its codes, if they are known. */
export const warningsOfParts = (
  link: Link,
  state: LinkState,
  parts: readonly PartReport[],
  codes?: readonly string[],
): Warning[] => [
  ...(link.retailer === "choice"
    ? choiceWarnings(
        state,
        parts.map(({ warned }) => warned),
        ruleDoubts(link, codes),
      )
    : parts.flatMap(({ warned }) => warningsOf({ ...warned, state }))),
  ...urlWarnings(link),
];

/**
 * The warnings about a link that is changed from `before`: parts with another destination by the advice of their hooks, as
 * the extensions know nothing of them yet, and the other parts by the reports of the extensions.
 */
export async function changeWarnings(
  link: Link,
  before: Link,
  hooks: readonly NamedWriteHooks[],
  { extensions, now }: { extensions: readonly LinkExtension[]; now: Date },
): Promise<Warning[]> {
  const advice = await adviceOf(hooks);
  const former = new Map(partsOf(before).map((part) => [part.offerKey, part]));
  const parts = partsOf(link).map((part) => {
    const old = former.get(part.offerKey);
    const isSame = old && haveSameDestination(old, part);
    return partReport(part, extensions, isSame ? undefined : (advice.get(part.offerKey) ?? {}));
  });
  return warningsOfParts(link, stateOf(link, now), await Promise.all(parts));
}
