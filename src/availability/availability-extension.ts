import type { Retailer } from "../core/vocabulary.ts";
import type { AfterCommit, ExtensionStatements, LinkExtension, WriteHooks } from "../links/extension.ts";
import type { LinkPart } from "../links/link-part.ts";
import { applyVerdict, keepChecked } from "./apply-verdict.ts";
import { type AskableDefinition, type AskedDefinition, isWorthLookingUp } from "./look-up-products.ts";
import { lookUpTogether, type SharedLookUp } from "./look-up-together.ts";
import type { CheckContext } from "./recheck-links.ts";
import { forgetChecksStatement, wantChecksStatement } from "./recheck-statements.ts";
import { availabilityReport } from "./report.ts";

/** The most calls that one request may make while it creates or changes links. */
const CREATION_CALLS = 20;

type AvailabilityContext = Omit<CheckContext, "links"> & { db: D1Database };

/**
 * Looks up the products of links while they are created or changed. An answer in time decides a link's destination; a
 * later answer switches a link after the commit. The cron does what is then still missing. Links that are created
 * together share the calls of their retailer, and the cron switches them.
 */
export function availabilityExtension(context: AvailabilityContext): LinkExtension {
  const { db } = context;
  const forget: ExtensionStatements = (parts, written) => [forgetChecksStatement(db, parts, written)];
  const checkAnew: ExtensionStatements = (parts, written) => [
    ...forget(parts, written),
    wantChecksStatement(db, parts, written),
  ];
  return {
    name: "look up products",
    hooksFor(edits) {
      const asked = edits.map(({ definition, offerKey }) => definition && { ...definition, offerKey });
      const shareOf = lookingUp(
        asked.filter((definition) => definition !== null),
        context,
      );
      return edits.map(({ previous, link }, index) => {
        const definition = asked[index] ?? null;
        const share = definition && shareOf(definition);
        // The job enrols new links, so creation writes no row for retailers without credentials.
        if (link === null) return share;
        if (previous === null && !(definition && isWorthLookingUp(definition))) return share;
        return { ...share, rows: definition && isWorthLookingUp(definition) ? checkAnew : forget };
      });
    },
    report: (part) => availabilityReport(db, part),
  };
}

/** Prepares a look-up for each retailer of `definitions`, and returns the share of each definition in it. */
function lookingUp(
  definitions: readonly AskedDefinition[],
  context: AvailabilityContext,
): (definition: AskedDefinition) => WriteHooks | null {
  const askable = definitions.filter((each): each is AskableDefinition => isWorthLookingUp(each));
  const byRetailer = [...Map.groupBy(askable, ({ retailer }) => retailer)].flatMap(([retailer, group]) => {
    const catalog = context.catalogs.get(retailer);
    return catalog ? [{ retailer, group, catalog }] : [];
  });
  const most = Math.floor(CREATION_CALLS / byRetailer.length);
  const parts = new Map<Retailer, { lookUp: SharedLookUp; afterCommit: AfterCommit }>();
  for (const { retailer, group, catalog } of byRetailer) {
    const lookUp = lookUpTogether(retailer, group, catalog, most, context);
    parts.set(retailer, {
      lookUp,
      afterCommit: (parts, { alone }) => keepVerdicts(parts, alone, lookUp, context),
    });
  }
  return (definition) => {
    const part = isWorthLookingUp(definition) && parts.get(definition.retailer);
    if (!part) return null;
    return {
      advise: async () => (await part.lookUp.inTime())?.get(definition.products) ?? null,
      afterCommit: part.afterCommit,
    };
  };
}

/** Stores what was found out about the links. A link without a verdict is enrolled by the cron, which asks again. */
async function keepVerdicts(
  links: readonly LinkPart[],
  alone: boolean,
  lookUp: SharedLookUp,
  context: AvailabilityContext,
): Promise<void> {
  const verdicts = await lookUp.ended();
  const now = context.now();
  const checked = links.flatMap((link) => {
    const verdict = isWorthLookingUp(link) && verdicts?.get(link.products);
    return verdict && isWorthLookingUp(link)
      ? [applyVerdict(link, verdict, context.settings, now, false)]
      : [];
  });
  // A switch takes several queries, and all others together take one.
  const cheap = checked.filter(({ link, destination }) => alone || destination.url === link.destination);
  await keepChecked(context, cheap, now);
}
