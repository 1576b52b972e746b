import type { Origins } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import type { Log } from "../../ground/platform/log.ts";
import type { OnDemand } from "../../ground/platform/on-demand.ts";
import type { Variables } from "../../ground/platform/variables.ts";
import type { ChoiceEntry } from "./choice.ts";
import type * as otherVisits from "./other-visits.ts";
import type { Problem } from "./problems.ts";
import type { KnownLink } from "./redirect-memory.ts";
import type { ReadAddress } from "./short-link-url.ts";
import type { VisitRecord } from "./visitor.ts";

export interface Visit {
  request: Request;
  /** The URL of the request, without the text behind it and without typesetting. */
  url: string;
  /** Whether the request had another URL: with text behind it, or typeset. */
  isRewritten?: boolean | undefined;
  /** Two letters or digits, or anything else if it is unknown. */
  country: string | undefined;
  /** The host of the URL that the visit counts for; empty for the default host. */
  host: string;
  /** The short id or slug in its URL; empty if the URL can't be a link. */
  name: string;
  /** The identifier of the QR code; empty for a visit without one. */
  qr: string;
  /** The key of an offer of a choice link; absent for the link itself. */
  offer: string | undefined;
  /** What it requests if there is no link at its name. */
  otherwise?: ReadAddress | undefined;
  /** When it came, in milliseconds since 1970. */
  time: number;
}

/** A request for a path of an organization's domain that has no link. */
export type UnknownVisit = Pick<Visit, "request" | "host" | "time">;

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
  otherVisits: OnDemand<typeof otherVisits>;
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
