import { backoff, DAY_MS, dayOf, HOUR_MS } from "../../ground/core/days.ts";
import { newId } from "../../ground/core/ids.ts";
import type { Retailer } from "../../ground/core/vocabulary.ts";
import { isUnavailable } from "../../ground/platform/d1.ts";
import type { Log } from "../../ground/platform/log.ts";
import type { LinkFinder } from "../links/link-finder.ts";
import { type LinkPart, partsOf } from "../links/link-part.ts";
import { CATALOG_RETAILERS } from "../retailers/variants.ts";
import type { RedirectStore } from "../short-links/redirect-store.ts";
import { type CallBudget, type Catalog, type Catalogs, recheckCalls } from "./catalog.ts";
import type { AvailabilityStore } from "./check-store.ts";
import type { CheckedLink, DueCheck } from "./checked-changes.ts";
import {
  isWorthLookingUp,
  lookUpProducts,
  type SupportedDefinition,
  type Verdict,
} from "./look-up-products.ts";
import { applyVerdict, checkEvery, storeChecked } from "./store-verdicts.ts";

/** Only links of this age or older are enrolled, in milliseconds: creating a link looks up its products anyway. */
const ENROL_AFTER = 10 * 60_000;
const WINDOW = 100;
const WINDOWS_PER_RUN = 20;

interface EnrolContext {
  availability: AvailabilityStore;
  now: () => Date;
  log: Log;
}

/**
 * Adds a check for each link that availability can affect, whatever its age: creating a link looks nothing up without
 * credentials for its retailer, and credentials may be configured later.
 */
async function enrolLinks(context: EnrolContext): Promise<void> {
  const time = new Date(context.now().getTime() - ENROL_AFTER);
  const before = newId("lnk", time, (length) => new Uint8Array(length));
  for (let window = 0; window < WINDOWS_PER_RUN; window++) {
    if (!(await enrolWindow(context, before, WINDOW))) return;
  }
}

/**
 * Enrolls the next `limit` links; false if there are none. If a link can't be read, they are enrolled one by one, and
 * that link is logged and skipped.
 */
async function enrolWindow(context: EnrolContext, before: string, limit: number): Promise<boolean> {
  const { availability, now, log } = context;
  try {
    const found = await availability.unseen([...CATALOG_RETAILERS, "choice"], before, limit);
    if (!found) return false;
    const worth = found.links.flatMap(partsOf).filter((part) => isWorthLookingUp(part));
    await availability.enroll(worth, found.last, now());
    return true;
  } catch (cause) {
    if (isUnavailable(cause)) throw cause;
    if (limit === 1) {
      log("error", "enroll link", { linkId: await availability.skip(before, now()), cause });
      return true;
    }
    for (let taken = 0; taken < limit; taken++) {
      if (!(await enrolWindow(context, before, 1))) return false;
    }
    return true;
  }
}

const MINUTE = 60_000;
/** How long a response counts, in intervals of `checkEvery`. Without a newer one, the link then points to its primaries again. */
const KNOWN_INTERVALS = 4;
/** How long a run leases its checks, in milliseconds. If the run dies, another run gets them afterwards. */
const LEASE = 10 * MINUTE;
/** Links per slice, which share calls, and slices per run and retailer. */
const SLICE = 40;
const SLICES_PER_RUN = 5;
/** Failed slices after which a run gives up: a single failure may be due to its links, not the retailer. */
const FAILURES_PER_RUN = 2;

export interface CheckContext {
  links: LinkFinder;
  availability: AvailabilityStore;
  redirects: RedirectStore;
  catalogs: Catalogs;
  now: () => Date;
  log: Log;
}

const after = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** A run's results for a retailer. */
interface CheckReport {
  retailer: Retailer;
  checked: number;
  switched: number;
  unanswered: number;
  failures: string[];
}

/**
 * Job: looks up the products of links again, within the limits of each retailer's API. It enrolls links first, then
 * runs due checks, all retailers in parallel. Without credentials it does nothing.
 */
export async function recheckLinks(context: CheckContext): Promise<CheckReport[]> {
  if (context.catalogs.size === 0) return [];
  await enrolLinks(context);
  await context.availability.forgetCalls(dayOf(after(context.now(), -7 * DAY_MS)));
  const { catalogs, log } = context;
  return Promise.all(
    [...catalogs].map(async ([retailer, catalog]) => {
      const report = await recheck(context, retailer, catalog);
      const { failures } = report;
      if (failures.length > 0) log("error", "check availability", { retailer, failures });
      return report;
    }),
  );
}

async function recheck(context: CheckContext, retailer: Retailer, catalog: Catalog): Promise<CheckReport> {
  const { availability, now } = context;
  const report: CheckReport = { retailer, checked: 0, switched: 0, unanswered: 0, failures: [] };
  const calls = recheckCalls(availability, retailer, catalog, now());
  for (let slice = 0; slice < SLICES_PER_RUN && report.failures.length < FAILURES_PER_RUN; slice++) {
    if (!(await calls.anyLeft())) break;
    const due = await availability.take(retailer, now(), after(now(), LEASE), SLICE);
    if (due.length === 0) break;
    await checkSlice({ context, catalog, calls, report }, due);
  }
  return report;
}

/** Shared by the slices of one retailer's run. */
interface Run {
  context: CheckContext;
  catalog: Catalog;
  calls: CallBudget;
  report: CheckReport;
}

/**
 * Checks the links of a slice together. If that throws, each link is checked separately, and a link that still throws is
 * postponed as if its retailer had not responded.
 */
async function checkSlice(run: Run, due: readonly DueCheck[]): Promise<void> {
  const { context, report } = run;
  try {
    await checkTogether(run, due);
  } catch (cause) {
    const [check, ...others] = due;
    if (isUnavailable(cause) || !check) throw cause;
    if (others.length > 0) {
      for (const one of due) await checkSlice(run, [one]);
      return;
    }
    context.log("error", "check availability", { linkId: check.linkId, cause });
    await context.availability.postpone([afterFailure(check, context.now())]);
    report.unanswered++;
  }
}

async function checkTogether(
  { context, catalog, calls, report }: Run,
  due: readonly DueCheck[],
): Promise<void> {
  const { availability, now } = context;
  const checks = new Map(due.map((check) => [partName(check.linkId, check.offerKey), check]));
  const linkIds = [...new Set(due.map(({ linkId }) => linkId))];
  const found = (await context.links.findAll(linkIds))
    .flatMap(partsOf)
    .filter((part) => checks.has(partName(part.id, part.offerKey)))
    .filter((part) => isWorthLookingUp(part));
  const { verdicts, stopped } = await lookUpProducts(catalog, found, calls);
  const answered = found.flatMap((link, index) => {
    const verdict = verdicts[index];
    const before = checks.get(partName(link.id, link.offerKey));
    const wasSoldOut = before?.outcome === "unavailable";
    return verdict ? [applyVerdict(link, verdict, now(), wasSoldOut)] : [];
  });
  const done = new Set(answered.map(({ link }) => partName(link.id, link.offerKey)));
  const open = due.filter(({ linkId, offerKey }) => !done.has(partName(linkId, offerKey)));
  const postponed = stopped === "spent" ? open.map((check) => untilNextHour(check, now())) : [];
  const failed = stopped === "spent" ? [] : open.map((check) => afterFailure(check, now()));
  const outdated = failed.flatMap((check) => outdatedLink(check, due, found, context));
  report.switched += await storeChecked(context, [...answered, ...outdated], now());
  await availability.postpone([...postponed, ...failed]);
  report.checked += answered.length;
  report.unanswered += open.length;
  if (typeof stopped === "object") report.failures.push(stopped.failed);
}

const partName = (linkId: string, offerKey: string): string => `${linkId} ${offerKey}`;

const untilNextHour = ({ linkId, offerKey, failures }: DueCheck, now: Date) => ({
  linkId,
  offerKey,
  failures,
  dueAt: new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS),
});

const afterFailure = ({ linkId, offerKey, failures }: DueCheck, now: Date) => ({
  linkId,
  offerKey,
  failures: failures + 1,
  dueAt: after(now, backoff(failures + 1, { first: HOUR_MS, most: DAY_MS })),
});

/** The check that resets a link to its primaries, if its last response is too old. */
function outdatedLink(
  { linkId, offerKey, failures, dueAt }: ReturnType<typeof afterFailure>,
  due: readonly DueCheck[],
  found: readonly (LinkPart & SupportedDefinition)[],
  { now }: CheckContext,
): CheckedLink[] {
  const check = due.find((each) => each.linkId === linkId && each.offerKey === offerKey);
  const link = found.find((part) => part.id === linkId && part.offerKey === offerKey);
  if (!check?.checkedAt || !link || check.outcome === "unknown") return [];
  if (now().getTime() - check.checkedAt.getTime() < KNOWN_INTERVALS * checkEvery(link)) return [];
  const verdict: Verdict = { outcome: "unknown", products: link.products, offers: new Map() };
  const wasSoldOut = check.outcome === "unavailable";
  return [
    {
      ...applyVerdict(link, verdict, now(), wasSoldOut),
      checkedAt: check.checkedAt,
      failures,
      dueAt,
    },
  ];
}
