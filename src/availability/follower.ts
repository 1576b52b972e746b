import type { Retailer } from "../core/vocabulary.ts";
import type { Following, LinkFollower } from "../links/follower.ts";
import { DEADLINES } from "../platform/deadlines.ts";
import { applyVerdict, keepChecked } from "./apply-verdict.ts";
import { creationCalls } from "./call-allowances.ts";
import type { Catalog } from "./catalog.ts";
import {
  type AskableDefinition,
  isWorthLookingUp,
  lookUpProducts,
  type Verdict,
} from "./look-up-products.ts";
import type { CheckContext } from "./recheck-links.ts";
import { recheckStatements } from "./recheck-statements.ts";
import { availabilityReport } from "./report.ts";

/**
 * After a retailer was too late for one creation, other creations in this isolate don't wait for it, in milliseconds.
 */
const NO_WAIT_MS = 60_000;
/** The most calls that one creation may make. */
const CREATION_CALLS = 20;

/** Until when creations in this isolate don't wait for a retailer that was late, in milliseconds since 1970. */
const impatientUntil = new Map<Retailer, number>();

/**
 * Looks up the products of a link while it is created or changed. An answer in time decides the link's destination; a
 * later answer switches the link after the commit. The cron does what is then still missing.
 */
export const availabilityFollower = (context: AvailabilityContext): LinkFollower => ({
  name: "look up products",
  follow(definition, previous) {
    const worth = isWorthLookingUp(definition);
    const catalog = worth ? context.catalogs.get(definition.retailer) : undefined;
    const following = worth && catalog ? lookingUp(definition, catalog, context) : {};
    // The job enrols new links, so creation writes no row for retailers without credentials.
    if (previous === null) return catalog ? following : null;
    const retailer = worth ? definition.retailer : null;
    return { ...following, rows: (link, written) => recheckStatements(context.db, link, retailer, written) };
  },
  report: ({ id }) => availabilityReport(context.db, id),
});

type AvailabilityContext = Omit<CheckContext, "links"> & { db: D1Database };

function lookingUp(definition: AskableDefinition, catalog: Catalog, context: AvailabilityContext): Following {
  const { retailer } = definition;
  let started: Promise<Verdict | null> | null = null;
  return {
    async advise() {
      started ??= lookUp(definition, catalog, context);
      if ((impatientUntil.get(retailer) ?? 0) > Date.now()) return null;
      const late = Promise.withResolvers<"late">();
      const timer = setTimeout(() => late.resolve("late"), DEADLINES.creationAdvice);
      const first = await Promise.race([started, late.promise]);
      clearTimeout(timer);
      if (first !== "late") return first;
      impatientUntil.set(retailer, Date.now() + NO_WAIT_MS);
      return null;
    },
    async afterCommit(link) {
      // Null: the cron enrols the link and asks again.
      const verdict = await started;
      if (!verdict || !isWorthLookingUp(link)) return;
      const now = context.now();
      await keepChecked(context, [applyVerdict(link, verdict, context.settings, now)], now);
    },
  };
}

/** The verdict on the products; null if an answer that decides it is missing. Never throws. */
async function lookUp(
  definition: AskableDefinition,
  catalog: Catalog,
  { availability, now, log }: AvailabilityContext,
): Promise<Verdict | null> {
  const { retailer } = definition;
  try {
    const until = new Date(now().getTime() + DEADLINES.creationLookUp);
    const calls = creationCalls(availability, retailer, catalog, { most: CREATION_CALLS, until, now });
    const { verdicts, stopped } = await lookUpProducts(catalog, [definition], calls);
    if (typeof stopped === "object")
      log("error", "look up products", { retailer, failures: [stopped.failed] });
    return verdicts[0] ?? null;
  } catch (cause) {
    log("error", "look up products", { retailer, cause });
    return null;
  }
}
