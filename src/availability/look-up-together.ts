import type { Retailer } from "../core/vocabulary.ts";
import { DEADLINES } from "../platform/deadlines.ts";
import type { Log } from "../platform/log.ts";
import type { Products } from "../retailers/definition.ts";
import { creationCalls } from "./call-budget.ts";
import type { Catalog } from "./catalog.ts";
import type { AvailabilityStore } from "./check-store.ts";
import { type AskableDefinition, lookUpProducts, type Verdict } from "./look-up-products.ts";

/**
 * After a retailer was too late for one creation, other creations in this isolate don't wait for it, in milliseconds.
 */
const NO_WAIT_MS = 60_000;

/** Until when creations in this isolate don't wait for a retailer that was late, in milliseconds since 1970. */
const impatientUntil = new Map<Retailer, number>();

/**
 * The verdicts on links of one retailer, by the list of products of their definitions: a link keeps the list of its
 * definition. A link whose products got no answer has none.
 */
type Verdicts = ReadonlyMap<Products, Verdict>;

/** One look-up for the links of a retailer that one request writes. It begins when it is first asked for. */
export interface SharedLookUp {
  /** The verdicts, if they are there in time for the links' destinations; else null. Never throws. */
  inTime(): Promise<Verdicts | null>;
  /** The verdicts, however late; null if nobody has asked for the look-up. Never throws. */
  ended(): Promise<Verdicts | null>;
}

/** What a look-up uses. */
export interface LookUpContext {
  availability: AvailabilityStore;
  now: () => Date;
  log: Log;
}

/** The look-up for `definitions`, of one retailer and at least one, with at most `most` calls. */
export function lookUpTogether(
  retailer: Retailer,
  definitions: readonly AskableDefinition[],
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
  if ((impatientUntil.get(retailer) ?? 0) > Date.now()) return null;
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), DEADLINES.creationAdvice);
  const first = await Promise.race([started, late.promise]);
  clearTimeout(timer);
  if (first !== "late") return first;
  impatientUntil.set(retailer, Date.now() + NO_WAIT_MS);
  return null;
}

async function lookUp(
  retailer: Retailer,
  definitions: readonly AskableDefinition[],
  catalog: Catalog,
  most: number,
  { availability, now, log }: LookUpContext,
): Promise<Verdicts> {
  try {
    // Many links can need more calls than there is time for. The last call for them begins early enough to be in time.
    const limit = definitions.length === 1 ? DEADLINES.creationLookUp : DEADLINES.creationAdvice / 2;
    const until = new Date(now().getTime() + limit);
    const calls = creationCalls(availability, retailer, catalog, { most, until, now });
    const { verdicts, stopped } = await lookUpProducts(catalog, definitions, calls);
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
