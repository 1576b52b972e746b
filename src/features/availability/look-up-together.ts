import type { Retailer } from "../../ground/core/vocabulary.ts";
import type { Log } from "../../ground/platform/log.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { Products } from "../retailers/definition.ts";
import type { CallStore } from "./call-store.ts";
import { type Catalog, creationCalls } from "./catalog.ts";
import { decidingIds, lookUpProducts, type SupportedDefinition, type Verdict } from "./look-up-products.ts";

/** How long creations in this isolate don't wait for a retailer that was too late for another creation, in milliseconds. */
const NO_WAIT_MS = 60_000;

/** When creations in this isolate wait for a late retailer again, in milliseconds since 1970. */
const skipWaitUntil = new Map<Retailer, number>();

/**
 * The verdicts on links of one retailer, by the products array of their definitions, which the links share. A link
 * whose products got no response has no verdict.
 */
type Verdicts = ReadonlyMap<Products, Verdict>;

/** A look-up for the links of a retailer in one request. It starts with the first call of `inTime`. */
export interface SharedLookUp {
  /** The verdicts, if they arrive in time for the links' destinations; else null. Never throws. */
  inTime(): Promise<Verdicts | null>;
  /** The verdicts, however late; null if the look-up was never started. Never throws. */
  ended(): Promise<Verdicts | null>;
}

interface LookUpContext {
  availability: CallStore;
  now: () => Date;
  log: Log;
}

/** A look-up for one or more `definitions` of one retailer, with at most `most` calls. */
export function lookUpTogether(
  retailer: Retailer,
  definitions: readonly SupportedDefinition[],
  catalog: Catalog,
  most: number,
  context: LookUpContext,
): SharedLookUp {
  let started: Promise<Verdicts> | null = null;
  let advised: Promise<Verdicts | null> | null = null;
  return {
    inTime() {
      started ??= lookUp(retailer, definitions, catalog, most, context);
      advised ??= beforeDeadline(retailer, started);
      return advised;
    },
    ended: async () => started,
  };
}

async function beforeDeadline(retailer: Retailer, started: Promise<Verdicts>): Promise<Verdicts | null> {
  if ((skipWaitUntil.get(retailer) ?? 0) > Date.now()) return null;
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), SERVICE_DEADLINES.creationAdvice);
  const first = await Promise.race([started, late.promise]);
  clearTimeout(timer);
  if (first !== "late") return first;
  skipWaitUntil.set(retailer, Date.now() + NO_WAIT_MS);
  return null;
}

async function lookUp(
  retailer: Retailer,
  definitions: readonly SupportedDefinition[],
  catalog: Catalog,
  most: number,
  { availability, now, log }: LookUpContext,
): Promise<Verdicts> {
  try {
    // Many links can need more calls than fit into the time. Their last call starts early enough to be in time.
    const limit =
      definitions.length === 1 ? SERVICE_DEADLINES.creationLookUp : SERVICE_DEADLINES.creationAdvice / 2;
    const until = new Date(now().getTime() + limit);
    const calls = creationCalls(availability, retailer, catalog, { most, until, now });
    const { verdicts, stopped } = await lookUpProducts(catalog, definitions, calls, decidingIds);
    if (typeof stopped === "object")
      log("error", "look up products", { retailer, failures: [stopped.failed] });
    return new Map(
      definitions.flatMap(({ products }, index) => {
        const verdict = verdicts[index];
        return verdict ? [[products, verdict] as const] : [];
      }),
    );
  } catch (cause) {
    log("error", "look up products", { retailer, cause });
    return new Map();
  }
}
