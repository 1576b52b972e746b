import type { Origins } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import type { LimitedAttempt } from "../../ground/platform/failed-attempts.ts";
import type { Log } from "../../ground/platform/log.ts";
import type { OnDemand } from "../../ground/platform/on-demand.ts";
import type { Variables } from "../../ground/platform/variables.ts";
import type { ChoiceEntry } from "./choice.ts";
import type { RedirectEntry } from "./entry.ts";
import type { ClientResolution } from "./look-up.ts";
import type { NearestInstance } from "./nearest-instance.ts";
import type { PROBLEMS, Problem } from "./problems.ts";
import type { KnownLink } from "./redirect-memory.ts";
import type { ShortLinkAddress } from "./short-link-url.ts";
import type { UnknownVisit, Visit } from "./visit.ts";

import type { VisitRecord } from "./visitor.ts";

export interface RedirectDependencies {
  kv: KVNamespace;
  db: D1Database;
  /** The deployment's affiliate settings are in them, which only a link from D1 needs. */
  variables: Variables;
  /** Called only for a destination on our own host, for previews and for pages. */
  origins(): Origins;
  /** Our own hosts, with ports, if configured. They are never domains of organizations. */
  ownHosts: readonly string[];
  /** Limits the unknown short ids that one client requests. */
  unknownLimiter: RateLimit;
  /** What the redirect of a link in KV on our own host does not need. */
  otherVisits: OnDemand<OtherVisits>;
  /** The pages of choice links and of links with a problem, synchronously if this isolate has loaded their module. */
  shopperPages(): ShopperPages | Promise<ShopperPages>;
  /** Counts a visit, after the response. Never throws. */
  countVisit(visit: VisitRecord): void;
  /** Counts a request for an unknown address of an organization's domain, after the response. Never throws. */
  countUnknown(visit: UnknownVisit): void;
  /** From 0 to 1. */
  random(): number;
  waitUntil: WaitUntil;
  log: Log;
}

/** Responses to other visits than those of a link in KV on our own host, and what reads D1: see other-visits.ts. */
export interface OtherVisits {
  respondOtherwise(
    resolution: ClientResolution,
    visit: Visit,
    dependencies: RedirectDependencies,
  ): Response | Promise<Response>;
  redirectOnHost(visit: Visit, dependencies: RedirectDependencies): Response | Promise<Response>;
  respondOnHost(request: Request, host: string, dependencies: RedirectDependencies): Promise<Response | null>;
  /** The address in a URL that is not one as it is; null if it is not a short link. */
  unusualAddress(url: string): ShortLinkAddress | null;
  redirectUnusual(visit: Visit, dependencies: RedirectDependencies): Response | Promise<Response>;
  PROBLEMS: typeof PROBLEMS;
  reject(request: Request, problem: Problem): Response;
  problemResponse(request: Request, problem: Problem, correlationId: string): Response;
  /** Counts a problem for the log. */
  countProblem(request: Request, status: number, to: { log: Log; waitUntil: WaitUntil }): void;
  dropUnreadBody(request: Request): Promise<void>;
  attemptOf(limiter: RateLimit, request: Request): LimitedAttempt;
  /** The entry in the nearest D1; `final`: the primary has no newer one. */
  readNearest(
    from: EntrySource,
    instance: NearestInstance,
    now: number,
  ): Promise<{ entry: RedirectEntry | null; final: boolean }>;
  readPrimary(from: EntrySource): Promise<RedirectEntry | null>;
  /** Publishes the committed entry to KV again. */
  publishAgain(from: EntrySource & Pick<RedirectDependencies, "kv">): Promise<void>;
}

/** Where D1 is asked for an address. */
export interface EntrySource extends Pick<RedirectDependencies, "db" | "variables"> {
  address: string;
}

/** Pages that shoppers see at a short link. They are a separate module, because few links need them. */
export interface ShopperPages {
  /** Responds to a visit of a choice link. Throws or rejects if none of its offers can be opened. */
  choice(visit: ChoiceVisit): ChoiceResponse | Promise<ChoiceResponse>;
  /** The page for a program that shows link previews; undefined if the link has nothing to show besides its page. */
  preview(visit: PreviewVisit): Promise<Response | undefined>;
  /** The page of a problem, with the brand of the link's project. */
  problem(problem: LinkProblem): Promise<Response>;
}

/** A visit by a program that shows link previews. */
interface PreviewVisit {
  link: KnownLink;
  visit: Visit;
  /** Absent for a choice. */
  destination?: string;
  dependencies: RedirectDependencies;
}

export interface ChoiceVisit {
  link: KnownLink;
  choice: ChoiceEntry;
  visit: Visit;
  dependencies: RedirectDependencies;
}

/** The response to a visit of a choice link, or to a tap. */
export interface ChoiceResponse {
  response: Response;
  /** The key of the offer that it redirects to; absent for the page. */
  offer?: string | undefined;
  /** Whether a shopper pressed something on the page, which was counted when it was opened. */
  isSamePage?: boolean;
}

export interface LinkProblem {
  problem: Problem;
  link: KnownLink;
  visit: Visit;
  dependencies: RedirectDependencies;
  correlationId: string;
}
