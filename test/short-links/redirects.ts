import type { Env } from "../../src/env.ts";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { redirect } from "../../src/features/short-links/redirect.ts";
import { parseShortLink } from "../../src/features/short-links/short-link-url.ts";
import type { RedirectDependencies, ShopperPages } from "../../src/features/short-links/short-link-visit.ts";
import { readUnusualUrl } from "../../src/features/short-links/unusual-url.ts";
import type { VisitRecord } from "../../src/features/short-links/visitor.ts";
import { newShortId } from "../../src/ground/core/ids.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { onDemand } from "../../src/ground/platform/on-demand.ts";
import { previewPage } from "../../src/surfaces/pages/preview-page.ts";

/** Our own host. */
export const HOST = "https://go.example";

const ALWAYS: RedirectEntry = {
  linkId: "lnk_1",
  status: "active",
  destination: "https://example.com/",
  version: 1,
  project: { organizationId: "acme", projectId: "main" },
};

/** Pages that return their input. */
export const pages: ShopperPages = {
  choice: ({ link }) => ({ response: new Response(`the page of ${link.linkId}`), offer: "a" }),
  preview: previewPage,
  problem: async ({ problem, link }) =>
    new Response(`${link.linkId}: ${problem.code}`, { status: problem.status }),
};

/** What few short links need, as the Worker loads it. */
export const otherVisits = onDemand(() => import("../../src/features/short-links/other-visits.ts"));

const fails = () => {
  throw new Error("down");
};

/** Visits of short links, served in this process with the storage of a running service. */
export function redirects({ LINKS, DB }: Pick<Env, "LINKS" | "DB">) {
  const counted: VisitRecord[] = [];
  const logged: unknown[] = [];
  const dependenciesWith = (changes: Partial<RedirectDependencies> = {}): RedirectDependencies => ({
    kv: LINKS,
    db: DB,
    ownHosts: ["go.example"],
    unknownLimiter: { limit: async () => ({ success: true }) },
    otherVisits,
    shopperPages: () => pages,
    countVisit: (visit) => void counted.push(visit),
    countUnknown: () => {},
    random: () => 0,
    waitUntil: gatherWork().waitUntil,
    log: (...line) => void logged.push(line),
    origins: () => ({ shortLink: HOST, api: HOST, problem: null }),
    variables: {},
    ...changes,
  });
  return {
    /** Recorded visits and log lines. */
    counted,
    logged,
    dependenciesWith,
    /** Storage that does not respond. */
    down: { kv: new Proxy(LINKS, { get: () => fails }), db: new Proxy(DB, { get: () => fails }) },
    /** Puts a link into KV and returns its address, a short id unless a test names one. */
    async published(changes: Partial<RedirectEntry> = {}, address = newShortId()): Promise<string> {
      await LINKS.put(redirectKey(address), JSON.stringify({ ...ALWAYS, ...changes }));
      return address;
    },
    /** The response to a visit, and its content. */
    async visit(
      url: string,
      { headers = {}, method = "GET", ...changes }: RequestInit & Partial<RedirectDependencies> = {},
    ) {
      const request = new Request(url.startsWith("http") ? url : `${HOST}/${url}`, { headers, method });
      const address = parseShortLink(request.url) ?? readUnusualUrl(request.url);
      if (!address) throw new Error("no short link");
      const response = await redirect(request, address, dependenciesWith(changes));
      const text = await response.clone().text();
      return { status: response.status, location: response.headers.get("Location"), text, response };
    },
  };
}
