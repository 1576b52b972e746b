import type { ErrorCode, FieldProblem } from "../../ground/core/errors.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { CORRELATION_ID, correlationIdOf } from "../../ground/platform/correlation-id.ts";
import { pause } from "../../ground/platform/deadlines.ts";
import { prefers } from "../../ground/platform/http-headers.ts";
import type { Log } from "../../ground/platform/log.ts";
import { PAGE_HEADERS, page } from "./page.ts";
import type { KnownLink } from "./redirect-memory.ts";

/** An error that a short link returns instead of a redirect. Its page is built once and cached. */
export interface Problem {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly headers: Record<string, string>;
  readonly title: string;
  page?: { html: Uint8Array; headers: Headers };
}

const problem = (
  status: number,
  code: ErrorCode,
  title: string,
  message: string,
  headers: Record<string, string> = {},
): Problem => ({ status, code, message, headers: { ...PAGE_HEADERS, ...headers }, title });

/** The errors that a short link returns instead of a redirect. */
export const PROBLEMS = {
  unknown: problem(
    404,
    "not_found",
    "Page not found",
    "There is nothing at this address. Check that it is complete, or scan the code again.",
  ),
  inactive: problem(410, "link_inactive", "This offer has ended", "It is no longer available here."),
  scheduled: problem(410, "link_inactive", "Not yet", "This offer has not begun. Come back later."),
  ended: problem(410, "link_inactive", "This offer has ended", "It is no longer available here."),
  method: problem(405, "method_not_allowed", "Not possible", "This address supports only GET and HEAD.", {
    Allow: "GET, HEAD",
  }),
  limited: problem(
    429,
    "rate_limited",
    "Too many attempts",
    "Too many requests for pages that do not exist. Wait a minute and try again.",
    { "Retry-After": "60" },
  ),
  unavailable: problem(
    503,
    "service_unavailable",
    "Back in a moment",
    "This page cannot be shown right now. Try again shortly.",
    { "Retry-After": "5" },
  ),
} as const;

/**
 * The details that a program gets for a link outside its schedule: the state, and the time that ends or ended it. An error
 * has no other properties for them.
 */
export function detailsOf({ problem, link }: { problem: Problem; link: KnownLink }): FieldProblem[] {
  const { from, until } = link.schedule ?? {};
  const details = (state: string, field: string, time: number): FieldProblem[] => [
    { field: "state", message: state },
    { field: `schedule.${field}`, message: new Date(time).toISOString() },
  ];
  if (problem === PROBLEMS.scheduled && from !== undefined) return details("scheduled", "activeFrom", from);
  if (problem === PROBLEMS.ended && until !== undefined) return details("ended", "activeUntil", until);
  return [];
}

/** The response for a problem: a page, or the API's error body with `json`. */
export function problemResponse(
  request: Request,
  problem: Problem,
  correlationId: string,
  details: readonly FieldProblem[] = [],
  json = !isBrowser(request),
): Response {
  const { status, code, message, headers, title } = problem;
  if (json) {
    return Response.json(
      { error: { code, message, correlationId, ...(details.length > 0 && { details }) } },
      {
        status,
        headers: { ...headers, [CORRELATION_ID]: correlationId, "Content-Type": "application/json" },
      },
    );
  }
  problem.page ??= {
    html: new TextEncoder().encode(page(title, "", `<p>${message}</p>`)),
    headers: new Headers(headers),
  };
  const response = new Response(problem.page.html, { status, headers: problem.page.headers });
  response.headers.set(CORRELATION_ID, correlationId);
  return response;
}

/** The page of a problem that concerns no known link. */
export const reject = (request: Request, problem: Problem): Response =>
  problemResponse(request, problem, correlationIdOf(request));

/** Whether the client asks for JSON rather than a page. A client that accepts any type gets the page, but errors as JSON. */
export const wantsJson = (request: Request): boolean =>
  !isBrowser(request) && /\bapplication\/json\b/i.test(request.headers.get("Accept") ?? "");

/** Whether the client is a browser: browsers prefer HTML, and name it. */
export const isBrowser = (request: Request): boolean =>
  prefers(request.headers.get("Accept") ?? "", "text/html", "application/json");

const MINUTE = 60_000;
/** How long counts wait for further ones, in milliseconds. */
const GATHER = 1_000;
/** The hosts that are counted separately: requests can name any. */
const MAX_HOSTS = 50;

interface ProblemCount {
  host: string;
  status: number;
  /** In UTC, such as 2026-11-21T09. */
  hour: string;
  count: number;
}

/** State of this isolate: the counts that are to be logged, and when the last were. */
let counts = new Map<string, ProblemCount>();
let lastLogged = 0;

/**
 * Counts a response to a short link by host, status and hour, and logs the sums: a line each, at most once a minute, so that a
 * scan by strangers costs no line for each request. Later counts wait for the next problem. Never throws.
 */
export function countProblem(
  { url }: Request,
  status: number,
  { log, waitUntil }: { log: Log; waitUntil: WaitUntil },
  now = Date.now(),
): void {
  const named = URL.parse(url)?.host ?? "";
  const hour = new Date(now).toISOString().slice(0, 13);
  const isKnown = [...counts.values()].some((each) => each.host === named);
  const host = isKnown || counts.size < MAX_HOSTS ? named : "others";
  const key = `${host} ${status} ${hour}`;
  const known = counts.get(key);
  if (known) known.count++;
  else counts.set(key, { host, status, hour, count: 1 });
  if (now - lastLogged < MINUTE) return;
  lastLogged = now;
  waitUntil(
    pause(GATHER).then(() => {
      const gathered = counts;
      counts = new Map();
      for (const count of gathered.values()) log("info", "redirect problems", { ...count });
    }),
  );
}
