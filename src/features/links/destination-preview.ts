import type { UrlType } from "../../ground/core/vocabulary.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { type Reason, reasonOf } from "../retailers/destination-reasons.ts";
import type { Destination } from "../retailers/destinations/destination-builder.ts";
import { ruleDoubts } from "../retailers/rule-doubts.ts";
import { type Affiliate, type Commission, inProject } from "../short-links/earners.ts";
import { type Advice, availabilityOf } from "./extension.ts";
import { stateOf } from "./link.ts";
import { definitionParts } from "./link-part.ts";
import { type PickPreview, type PretendedVisit, previewPick } from "./preview-pick.ts";
import { partDestination, resolveChoice, visitDestinationsOfPart } from "./resolve-destination.ts";
import type { Warning } from "./warning-codes.ts";
import { choiceWarnings, urlWarnings, type WarnedLink, warningsOf } from "./warnings.ts";

/** Where visits would redirect, and why. */
interface Shown {
  /** Null if it is our own page, which does not exist yet. */
  destination: string | null;
  urlType: UrlType;
  reason: Reason;
}

/** The destinations of a link or an offer. `scan`: where scans would redirect, if elsewhere than clicks. */
interface ShownBoth extends Shown {
  scan?: Shown;
  /** Absent: nobody gets one through this service. */
  commission?: Commission;
}

/** Where an offer of a choice link would redirect. */
interface OfferPreview extends ShownBoth {
  key: string;
}

/** Where a link would redirect. */
export interface Preview extends ShownBoth {
  warnings: Warning[];
  /** Choice links only. */
  offers?: OfferPreview[];
  /** What the pretended visit of a choice link gets. */
  picked?: PickPreview;
}

interface PreviewContext {
  /** The settings of the link's project, if it has any, and the deployment's. */
  affiliate: { own?: Affiliate | undefined; project?: string; deployment: Affiliate };
  now: Date;
  visit?: PretendedVisit | undefined;
}

/** Where a link of this definition would redirect, given the advice on its products. */
export function previewOf(
  definition: LinkDefinition,
  advice: Advice,
  { affiliate: { own, project = "", deployment }, now, visit }: PreviewContext,
): Preview {
  const state = stateOf({ ...definition, status: "active" }, now);
  // Only our own page depends on the short id, and the preview shows it as null.
  const context = { shortId: "", affiliateSettings: inProject(own, deployment) };
  const parts = definitionParts(definition).map((part) => {
    const built = partDestination(part, advice, context);
    const { click, scan, earnedBy } = visitDestinationsOfPart(part, built, context);
    const { retailer, affiliate } = part.definition;
    const isOwn = own !== undefined && retailer in own;
    const payee: Commission = affiliate?.tag
      ? { settings: "link" }
      : isOwn
        ? { settings: "project", project }
        : { settings: "service" };
    return {
      key: part.offerKey,
      definition: part.definition,
      destination: click,
      scan,
      commission: earnedBy && { ...payee, ...earnedBy },
      availability: availabilityOf(advice.get(part.offerKey)),
      unknownStores: advice.get(part.offerKey)?.unknownStores,
    };
  });
  const [only] = parts;
  if (definition.retailer !== "choice" && only)
    return { ...shownBoth(only), warnings: [...warningsOf({ ...only, state }), ...urlWarnings(definition)] };
  const doubts = definition.retailer === "choice" ? ruleDoubts(definition) : [];
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
    warnings: [...choiceWarnings(state, parts, doubts), ...urlWarnings(definition)],
    offers: parts.map((part) => ({ key: part.key, ...shownBoth(part) })),
    ...(visit && definition.retailer === "choice" && { picked: previewPick(definition, tried, visit, now) }),
  };
}

const shownBoth = ({
  destination,
  scan,
  commission,
}: Pick<WarnedLink, "destination" | "scan"> & { commission: Commission | undefined }) => ({
  ...shown(destination),
  ...(scan && { scan: shown(scan) }),
  ...(commission && { commission }),
});

const shown = ({ url, urlType, reason }: Destination): Shown => ({
  destination: url.startsWith("/") ? null : url,
  urlType,
  reason: reasonOf(reason),
});
