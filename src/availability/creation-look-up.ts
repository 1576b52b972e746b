import { creationCalls } from "./call-allowances.ts";
import { type CheckReport, recheckLinks } from "./recheck-links.ts";
import { checkedLink, keepChecked } from "./apply-verdict.ts";
import type { DestinationSettings } from "../retailers/destinations/destination.ts";
import type { Link } from "../links/link.ts";
import { isWorthLookingUp, lookUpProducts, type Verdict } from "./look-up-products.ts";
import type { RedirectStore } from "../links/ports.ts";
import type { Retailer } from "../core/vocabulary.ts";
import type { Env } from "../env.ts";
import { openCatalogs } from "./catalogs/open-catalogs.ts";
import { availabilityStore } from "./check-store.ts";
import { openStores } from "../wiring.ts";

/** How long a creation waits for its retailer at most, and for how long none does after one waited in vain. */
const WAIT_MS = 800;
const NO_WAIT_MS = 60_000;
/** What one creation may ask for; the runtime ends work 30 s after the answer. */
const CREATION_CALLS = 20;
const CREATION_LIMIT_MS = 20_000;

/** Until when creations of this isolate don't wait for a retailer that was late, in milliseconds. */
const impatientUntil = new Map<Retailer, number>();

/** The look-up of a link's products while it is created. */
export interface FirstLook {
  /** Starts the look-up; gives its verdict where that comes in time, else null. Never throws. */
  verdictInTime(): Promise<Verdict | null>;
  /** For after the answer: keeps the verdict of the committed link, and switches it where that came late. */
  finish(link: Link): Promise<void>;
}

/** Null where there is nothing to ask, or nobody: then creation does nothing more. */
export function firstLook(
  request: Link["request"],
  redirects: RedirectStore,
  env: Env,
  settings: DestinationSettings,
): FirstLook | null {
  const { retailer } = request;
  const catalog = openCatalogs(env).get(retailer);
  if (!catalog || !isWorthLookingUp(request)) return null;
  const availability = availabilityStore(env.DB);
  let started: Promise<Verdict | null> | null = null;

  async function lookUp(): Promise<Verdict | null> {
    if (!catalog) return null;
    try {
      const now = () => new Date();
      const until = new Date(Date.now() + CREATION_LIMIT_MS);
      const limits = { most: CREATION_CALLS, until, now };
      const calls = creationCalls(availability, retailer, catalog, limits);
      const { verdicts, stopped } = await lookUpProducts(catalog, [request], calls);
      if (typeof stopped === "object") logFailures("look up products", retailer, [stopped.failed]);
      return verdicts[0] ?? null;
    } catch (error) {
      console.error(JSON.stringify({ job: "look up products", retailer, cause: String(error) }));
      return null;
    }
  }

  return {
    async verdictInTime() {
      started ??= lookUp();
      if ((impatientUntil.get(retailer) ?? 0) > Date.now()) return null;
      const late = Promise.withResolvers<"late">();
      const timer = setTimeout(() => late.resolve("late"), WAIT_MS);
      const first = await Promise.race([started, late.promise]);
      clearTimeout(timer);
      if (first !== "late") return first;
      impatientUntil.set(retailer, Date.now() + NO_WAIT_MS);
      return null;
    },
    async finish(link) {
      // Null: the cron enrols the link and asks again.
      const verdict = await started;
      if (!verdict) return;
      const now = new Date();
      try {
        await keepChecked({ availability, redirects }, [checkedLink(link, verdict, settings, now)], now);
      } catch (error) {
        console.error(JSON.stringify({ job: "look up products", linkId: link.id, cause: String(error) }));
      }
    },
  };
}

function logFailures(job: string, retailer: Retailer, failures: readonly string[]): void {
  if (failures.length > 0) console.error(JSON.stringify({ job, retailer, failures }));
}

/** Cron: asks again for the products of links, within what each retailer's API allows. */
export async function recheckAvailability(
  env: Env,
  settings: DestinationSettings,
  due: Date,
): Promise<CheckReport[]> {
  const started = Date.now();
  const published: Promise<unknown>[] = [];
  const { redirects } = openStores(env, (work) => published.push(work));
  const availability = availabilityStore(env.DB);
  const catalogs = openCatalogs(env);
  const now = () => new Date(due.getTime() + Date.now() - started);
  const reports = await recheckLinks({ availability, redirects, catalogs, settings, now });
  for (const { retailer, failures } of reports) logFailures("check availability", retailer, failures);
  await Promise.all(published);
  return reports;
}
