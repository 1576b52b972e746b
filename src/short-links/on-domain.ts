import { DEADLINES, within } from "../platform/deadlines.ts";
import { addressKey } from "./address-key.ts";
import type { ClientResolution } from "./ask-for-client.ts";
import { askDomain, type LinkDomain, recallDomain } from "./hosts.ts";
import type { NearestInstance } from "./nearest-instance.ts";
import { PROBLEMS, wantsJson } from "./problems.ts";
import type { RedirectDependencies } from "./redirect.ts";
import { answerWith, redirectTo } from "./redirect-response.ts";
import type { RedirectSources } from "./resolve.ts";
import type { Visit } from "./visit.ts";

/** What a visit of any host is answered with. */
export interface Steps {
  instance: NearestInstance;
  sources: RedirectSources;
  /** What is known of the address of a visit, at once where memory knows it. */
  resolve(visit: Visit): ClientResolution | Promise<ClientResolution>;
  answer(resolution: ClientResolution, visit: Visit): Response | Promise<Response>;
}

/**
 * Answers a visit of `visit.host`, which is not our own: where it is the domain of an organization, by the links of that
 * organization alone, and else as the default host does. The name is empty where the address can't be that of a link.
 */
export function answerOnHost(
  visit: Visit,
  steps: Steps,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const domain = recallDomain(visit.host, visit.time);
  return domain === undefined ? answerOnNewHost(visit, steps, dependencies) : answerBy(domain, visit, steps);
}

function answerBy(domain: LinkDomain | null, visit: Visit, steps: Steps): Response | Promise<Response> {
  const known = domain ? visit : { ...visit, host: "" };
  const resolution: ClientResolution | Promise<ClientResolution> =
    visit.name === "" ? { kind: "unknown" } : steps.resolve(known);
  const answer = (found: ClientResolution) =>
    domain ? answerOnDomain(domain, found, visit, steps) : steps.answer(found, known);
  return resolution instanceof Promise ? resolution.then(answer) : answer(resolution);
}

/**
 * Of a host that memory does not know, D1 is asked what it is, and meanwhile KV for the link: its copy tells on which domain
 * it was made, so that such a link leads also where D1 is down.
 */
async function answerOnNewHost(
  visit: Visit,
  steps: Steps,
  dependencies: RedirectDependencies,
): Promise<Response> {
  const { host, name, time } = visit;
  const { db, log, waitUntil } = dependencies;
  const asked = askDomain(host, time, { db, instance: steps.instance, log });
  if (name !== "") {
    const copy = within(DEADLINES.redirect, steps.sources.published(addressKey(host, name)));
    const entry = await copy.catch(() => null);
    if (entry?.domain === host) {
      waitUntil(asked);
      return steps.answer({ kind: "link", entry }, visit);
    }
  }
  return answerBy(await asked, visit, steps);
}

function answerOnDomain(
  domain: LinkDomain,
  resolution: ClientResolution,
  visit: Visit,
  steps: Steps,
): Response | Promise<Response> {
  if (resolution.kind === "unknown")
    return nothingOnDomain(domain, visit.request, () => steps.answer(resolution, visit));
  if (resolution.kind !== "link") return steps.answer(resolution, visit);
  const { entry } = resolution;
  return entry.project.organizationId === domain.organizationId
    ? steps.answer(resolution, visit)
    : nothingOnDomain(domain, visit.request, () => steps.answer({ kind: "unknown" }, visit));
}

/** Where an address of a domain leads that is no link's. */
export function nothingOnDomain(
  { notFoundUrl }: LinkDomain,
  request: Request,
  refuse: () => Response | Promise<Response>,
): Response | Promise<Response> {
  return notFoundUrl === null || wantsJson(request) ? refuse() : answerWith(redirectTo(notFoundUrl), request);
}

/** What a domain serves besides short links: hosted pages, images, and what monitors and browsers ask every host for. */
const SERVED =
  /^https?:\/\/[^/]+\/(?:lists|qr|brands|assets|health|ready|\.well-known|robots\.txt|favicon\.ico)(?:[/?]|$)/;
const ROOT = /^https?:\/\/[^/]+\/?(?:\?|$)/;

/**
 * The answer to a request of a domain for what is no short link: the domain's own page, or none. Null where the host is no
 * domain of an organization, and where the service answers as on its own host.
 */
export async function answerElsewhere(
  request: Request,
  host: string,
  steps: Pick<Steps, "instance">,
  { db, log }: Pick<RedirectDependencies, "db" | "log">,
  refuse: (problem: typeof PROBLEMS.unknown) => Response,
): Promise<Response | null> {
  const now = Date.now();
  const recalled = recallDomain(host, now);
  const domain =
    recalled === undefined ? await askDomain(host, now, { db, instance: steps.instance, log }) : recalled;
  if (domain === null || SERVED.test(request.url)) return null;
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(PROBLEMS.method);
  const { rootUrl } = domain;
  if (rootUrl !== null && ROOT.test(request.url)) return answerWith(redirectTo(rootUrl), request);
  return nothingOnDomain(domain, request, () => refuse(PROBLEMS.unknown));
}
