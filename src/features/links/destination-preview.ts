import type { UrlType } from "../../ground/core/vocabulary.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { type Reason, reasonOf } from "../retailers/destination-reasons.ts";
import type { Destination, DestinationSettings } from "../retailers/destinations/destination-builder.ts";
import { type Advice, availabilityOf } from "./extension.ts";
import { stateOf } from "./link.ts";
import { definitionParts } from "./link-part.ts";
import { type PickPreview, type PretendedVisit, previewPick } from "./preview-pick.ts";
import { partDestination, resolveChoice, scanOf } from "./resolve-destination.ts";
import { choiceWarnings, type WarnedLink, type Warning, warningsOf } from "./warnings.ts";

/** Where visits would redirect, and why. */
interface Shown {
  /** Null if it is our own page, which does not exist yet. */
  destination: string | null;
  urlType: UrlType;
  reason: Reason;
}

/** Where an offer of a choice link would redirect. `scan`: where scans would redirect, if elsewhere than clicks. */
export interface OfferPreview extends Shown {
  key: string;
  scan?: Shown;
}

/** Where a link would redirect. `scan`: like an offer's. */
export interface Preview extends Shown {
  scan?: Shown;
  warnings: Warning[];
  /** Choice links only. */
  offers?: OfferPreview[];
  /** What the pretended visit of a choice link gets. */
  picked?: PickPreview;
}

interface PreviewContext {
  settings: DestinationSettings;
  now: Date;
  visit?: PretendedVisit | undefined;
}

/** Where a link of this definition would redirect, given the advice on its products. */
export function previewOf(
  definition: LinkDefinition,
  advice: Advice,
  { settings, now, visit }: PreviewContext,
): Preview {
  const state = stateOf({ ...definition, status: "active" }, now);
  // Only our own page depends on the short id, and the preview shows it as null.
  const context = { shortId: "", settings };
  const parts = definitionParts(definition).map((part) => {
    const destination = partDestination(part, advice, context);
    return {
      key: part.offerKey,
      definition: part.definition,
      destination,
      scan: scanOf(part, destination, context),
      availability: availabilityOf(advice.get(part.offerKey)),
      unknownStores: advice.get(part.offerKey)?.unknownStores,
    };
  });
  const [only] = parts;
  if (definition.retailer !== "choice" && only)
    return { ...shownBoth(only), warnings: warningsOf({ ...only, state }) };
  const { urlType, reason = "choice_page" } = resolveChoice("", { offerDestinations: [], removedKeys: [] });
  const tried = parts.map(({ key, destination, availability }) => ({
    key,
    destination: shown(destination).destination,
    isSoldOut: availability === "unavailable",
  }));
  return {
    destination: null,
    urlType,
    reason: reasonOf(reason),
    warnings: choiceWarnings(state, parts),
    offers: parts.map((part) => ({ key: part.key, ...shownBoth(part) })),
    ...(visit && definition.retailer === "choice" && { picked: previewPick(definition, tried, visit, now) }),
  };
}

const shownBoth = ({ destination, scan }: Pick<WarnedLink, "destination" | "scan">) => ({
  ...shown(destination),
  ...(scan && { scan: shown(scan) }),
});

const shown = ({ url, urlType, reason }: Destination): Shown => ({
  destination: url.startsWith("/") ? null : url,
  urlType,
  reason: reasonOf(reason),
});
