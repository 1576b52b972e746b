import { UNKNOWN_COUNTRIES } from "../../features/short-links/choice-visit.ts";
import { pickOffer } from "../../features/short-links/pick-offer.ts";
import { VIA } from "../../features/short-links/short-link-url.ts";
import { visitPairs, withVisitQuery } from "../../features/short-links/visit-query.ts";
import { PURPOSES } from "../../features/short-links/visitor.ts";
import { normalPath } from "../../ground/core/kept-path.ts";
import { acceptedLanguages, languageRanges } from "../../ground/core/language-tags.ts";
import { isNameOfPreview, SOCIAL_PREVIEWS } from "../../ground/platform/known-user-agents.ts";
import { parseUserAgent, ROBOTS } from "../../ground/platform/user-agent.ts";

/** The functions by which the service decides, as texts. */
const RULES = () => `// How the service reads a visit and picks one of several offers.
export const pickOffer = ${pickOffer};
export const normalPath = ${normalPath};
const acceptedLanguages = ${acceptedLanguages};
const languageRanges = ${languageRanges};
const isNameOfPreview = ${isNameOfPreview};
const parseUserAgent = ${parseUserAgent};
const ROBOTS = new RegExp(${JSON.stringify(ROBOTS().source)}, "i");
const PREVIEWS = ${JSON.stringify(SOCIAL_PREVIEWS)};
const PURPOSES = ${JSON.stringify(PURPOSES)};
const UNKNOWN = ${JSON.stringify(UNKNOWN_COUNTRIES)};
const VIA = ${VIA};

const visitPairs = ${visitPairs};
const withVisitQuery = ${withVisitQuery};

// A destination with what its link takes of the query of a visit.
export const ofVisit = (to, { query }, search) =>
  query ? withVisitQuery(to, visitPairs(search, query.ofChoice), VIA.exec(search)?.[1].toLowerCase() ?? "", query) : to;

export function visitOf(request, url, qr, pick) {
  const header = (name) => request.headers.get(name) ?? undefined;
  const text = (header("User-Agent") ?? "").slice(0, 512);
  const agent = parseUserAgent(text, (each) => ROBOTS.test(each), isNameOfPreview(text.toLowerCase(), PREVIEWS));
  const isPrefetch = PURPOSES.some((name) => /prefetch|prerender|preview/i.test(header(name) ?? ""));
  if (agent.robot || agent.office || agent.socialPreview || isPrefetch) return { isLenient: true };
  const { country = header("CF-IPCountry"), regionCode } = request.cf ?? {};
  const from = header("CF-IPCountry") ?? country;
  return {
    country: UNKNOWN.includes(from) ? undefined : from,
    region: country && regionCode ? country + "-" + regionCode : undefined,
    device: agent.device,
    system: agent.system ?? "",
    languages: acceptedLanguages(header("Accept-Language") ?? "").map(languageRanges).find((ranges) => ranges.length > 0),
    qrCode: qr.toLowerCase(),
    source: VIA.exec(url.search)?.[1].toLowerCase() ?? "",
    isLenient: false,
    chance: pick === "split" ? Math.random() : undefined,
  };
}
`;

const WORKER = `import links from "./links.js";
import { normalPath, ofVisit, pickOffer, visitOf } from "./rules.js";

let byName; // Made at the first request: a Worker has little time to start.
const namesOf = () => new Map(links.flatMap((link) => link.names.map((name) => [name, link])));

// Short ids are looked up as people type them, on every host; slugs, kept addresses and GTINs are looked up on their host.
const isShortId = (name) => /^[0-9a-z]{8}$/.test(name);
const readShortId = (name) => name.replace(/[il]/g, "1").replace(/o/g, "0");

const HEADERS = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
const redirect = (url) => new Response(null, { status: 302, headers: { ...HEADERS, Location: url } });
const html = (page) => new Response(page, { headers: { ...HEADERS, "Content-Type": "text/html; charset=utf-8" } });
const message = (status, text) => new Response(text + "\\n", { status, headers: HEADERS });

export default {
  fetch(request) {
    byName ??= namesOf();
    const url = new URL(request.url);
    const [first = "", second = ""] = url.pathname.toLowerCase().split("/").slice(1);
    const isGtin = first === "01";
    const [name, offer] = isGtin ? [first + "/" + second, ""] : [first, second];
    const key = isShortId(name) ? readShortId(name) : url.hostname + "/" + name;
    const [, type] = /(?:gs1:|[/]voc[/])(.+)$/.exec(url.searchParams.get("linkType") ?? "") ?? [];
    const lot = /^(?:[/][^/]+[/][^/]+)*?[/]10[/]([^/]+)/.exec(url.pathname)?.[1].replace(/[+&]/g, encodeURIComponent);
    const lotKey = key + "/" + new URLSearchParams("lot=" + lot).get("lot");
    const kept = byName.get(url.hostname + "/" + normalPath(url.pathname));
    const link = (isGtin && (byName.get(key + "?" + type) ?? (lot && byName.get(lotKey)))) || kept || byName.get(key);
    if (!link) return message(404, "There is nothing at this address.");
    if (link.off) return message(410, "This offer has ended.");
    if (Date.now() < link.from || Date.now() >= link.until)
      return link.ended ? redirect(link.ended) : message(410, "This offer is not available now.");
    const qr = url.searchParams.get("qr");
    // An Associates tag must not be in print.
    const isScan = qr !== null || isGtin;
    const open = (target) =>
      target.page && (!target.scan || isScan)
        ? html(target.page)
        : redirect(ofVisit((isScan && target.scan) || target.to, target, url.search));
    if (link.pick && (offer === "" || kept) && url.searchParams.get("choose") !== "1" && url.searchParams.get("all") !== "1") {
      const visit = visitOf(request, url, isGtin ? "gs1-" + second : (qr ?? ""), link.pick);
      const picked = pickOffer(Object.values(link.offers), visit, Date.now());
      if (picked || link.fallback) return picked ? open(picked) : redirect(ofVisit(link.fallback, link, url.search));
    }
    const known = Object.entries(link.offers ?? {}).find(([key]) => key === offer);
    if (offer === "" || kept || known) return open(offer === "" || kept ? link : known[1]);
    // The offer was removed.
    return redirect(url.origin + "/" + name + (qr ? "?qr=" + encodeURIComponent(qr) : ""));
  },
};
`;

const README = `# Standby

What is here redirects the printed codes and short links of this export without the service that made them. Deploy it on any
account, and point the domains at it.

With Cloudflare Workers and Node 22 or later:

    npx wrangler deploy

Then add the domains to the Worker as custom domains. worker.js redirects as the service did when this was exported: short
ids, current and former slugs, kept addresses, GTINs with their lots and further links, offers and their rules (rules.js), and links with a schedule at its times. For some links alone, leave only their lines in links-1.js.

With a static host such as Cloudflare Pages or Netlify, upload the folder of the domain. Each file _redirects has at most 2,000
rules of at most 1,000 characters; further files are in numbered folders. Rules have no conditions: each redirects as at the time of
the export, without later starts and ends of schedules, and GTINs redirect without their further links.

Different from the service: a page of shops opens its first shop, shops are not chosen by postal code, a list, a recipe or products that the service
shows itself is a plain page, and on a static host the store's search for its title or the first product, GTINs have no linksets, languages and carried
queries, and no visit is counted. Links that changed after the export redirect where they did before.
`;

const WRANGLER = `name = "standby"
main = "worker.js"
compatibility_date = "2026-11-01"
no_bundle = true
find_additional_modules = true
rules = [{ type = "ESModule", globs = ["*.js"] }]
`;

/** Files of the folder \`standby/\` that are the same in every export, by their names. */
export const STANDBY_FILES: ReadonlyMap<string, () => string> = new Map([
  ["worker.js", () => WORKER],
  ["rules.js", RULES],
  ["README.md", () => README],
  ["wrangler.toml", () => WRANGLER],
]);
