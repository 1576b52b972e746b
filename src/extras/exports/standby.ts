import { type HostedPage, hostedPage, searchUrl } from "../../features/delivery-app/hosted-page.ts";
import { type Link, redirectEntry } from "../../features/links/link.ts";
import { partsOf } from "../../features/links/link-part.ts";
import type { RedirectEntry } from "../../features/short-links/entry.ts";
import type { RuledOffer } from "../../features/short-links/pick-offer.ts";
import { outsideOf } from "../../features/short-links/redirect-schedule.ts";
import { picksItself } from "../../features/short-links/visible-offers.ts";
import type { VisitQuery } from "../../features/short-links/visit-query.ts";
import { gtinPath } from "../../ground/core/gtin.ts";
import { defaultType, linksForLanguage } from "../../ground/core/linkset.ts";
import { listPath, type Origins, ownUrl } from "../../ground/core/origins.ts";
import { locationOf } from "../../ground/core/urls.ts";
import type { ExportedSlug } from "./rows.ts";
import { jsonLines, type ReadLinks, type Section } from "./section.ts";
import { STANDBY_FILES } from "./standby-files.ts";

/** Most rules of one file, and most characters of a rule: https://developers.cloudflare.com/pages/configuration/redirects/ */
const MAX_RULES = 2_000;
const MAX_RULE_LENGTH = 1_000;

/** What a standby depends on besides the links. */
export interface StandbySettings {
  now: () => Date;
}

/**
 * Where an address redirects; `scan`: visits by a QR code, where that is another URL; `page`: the HTML that it shows instead,
 * with `scan` to scans alone.
 */
interface Target {
  to: string;
  scan?: string;
  page?: string;
  query?: VisitQuery | undefined;
}

/** A link as the Worker of standby-files.ts reads it. */
interface StandbyLink extends Target {
  /** Its short id, and its slugs, kept paths and the path of its GTIN behind their hosts: two slashes precede a kept path. */
  names: string[];
  off?: true;
  /** Milliseconds since 1970. */
  from?: number | undefined;
  until?: number | undefined;
  ended?: string | undefined;
  /** Whether the rules of its offers choose, and where visits redirect that no offer fits. */
  pick?: string | undefined;
  fallback?: string | undefined;
  offers?: Record<string, Target & RuledOffer>;
}

const inHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** What a static host opens in place of a page: its first product, or the store's search for its title. */
const instead = ({ kind, title, items: [first] }: HostedPage): string =>
  kind === "products" && first ? first.url : searchUrl(title);

/** A plain page of a list, a recipe or products that the service shows itself. */
function htmlOf({ publicTitle, items, instructions }: HostedPage): string {
  const title = inHtml(publicTitle || "Items");
  const lines = items.map(({ name, amount, note, url }) => {
    const text = [amount, name, note && `(${note})`].filter((part) => part).join(" ");
    return `<li><a href="${inHtml(url)}">${inHtml(text)}</a>`;
  });
  const steps = instructions.map((step) => `<li>${inHtml(step)}`);
  return `<!doctype html><meta name="viewport" content="width=device-width"><title>${title}</title><body style="font:18px/1.6 system-ui;margin:2em auto;max-width:36em;padding:0 1em"><h1>${title}</h1><ul>${lines.join("")}</ul><ol>${steps.join("")}</ol>`;
}

const hostOf = (host: string, origins: Origins): string => host || new URL(origins.shortLink).host;

const rulesOfOffer = ({ countries, when, weight }: RuledOffer): RuledOffer => ({
  ...(countries && { countries }),
  ...(when && { when }),
  ...(weight !== undefined && { weight }),
});

/** What redirects a link without the service, followed by its GTIN's lots and further links. A page of shops is its first shop. */
function standbyLinks(
  link: Link,
  slugs: readonly ExportedSlug[],
  origins: Origins,
): [StandbyLink, ...StandbyLink[]] {
  const { status, schedule, choice, gtin, ...own } = redirectEntry(link);
  const pages = new Map(
    partsOf(link).map((part) => [listPath(link.shortId, part.offerKey), hostedPage(part)]),
  );
  const targetOf = (target: Pick<RedirectEntry, "destination" | "scans" | "query">): Target => {
    const { query } = target;
    return { ...whereOf(target), ...(query && { query }) };
  };
  const whereOf = ({ destination, scans }: Pick<RedirectEntry, "destination" | "scans">): Target => {
    const page = pages.get(destination);
    if (page) return { to: instead(page), page: htmlOf(page) };
    const to = ownUrl(origins, destination);
    if (scans === undefined) return { to };
    const scanned = pages.get(scans);
    return scanned ? { to, scan: instead(scanned), page: htmlOf(scanned) } : { to, scan: scans };
  };
  const hostname = new URL(origins.shortLink).hostname;
  const names = slugs.map(({ host, name }) => `${host || hostname}/${name}`);
  const state = {
    ...(status === "inactive" && { off: true as const }),
    ...(schedule && { from: schedule.from, until: schedule.until, ended: schedule.endedUrl }),
  };
  const further = (suffix: string, url: string): StandbyLink => {
    const ofGtin = names.filter((name) => name.endsWith(`/${gtinPath(link.gtin ?? "")}`));
    return { names: ofGtin.map((name) => name + suffix), to: locationOf(url), ...state };
  };
  const usual = defaultType(choice !== undefined, gtin?.intent);
  const byType = Map.groupBy(gtin?.links ?? [], ({ type }) => type);
  return [
    {
      names: [link.shortId, ...names],
      ...targetOf({ ...(choice?.offers[0] ?? own), query: own.query }),
      ...state,
      ...(choice && {
        ...(picksItself(choice) && { pick: choice.page.pick, fallback: choice.fallback }),
        offers: Object.fromEntries(
          choice.offers.map((offer) => [offer.key, { ...targetOf(offer), ...rulesOfOffer(offer) }]),
        ),
      }),
    },
    ...(gtin?.lots ?? []).map(({ lot, url }) => further(`/${lot}`, url)),
    ...[...byType].flatMap(([type, links]) =>
      type === usual
        ? []
        : linksForLanguage(links, null)
            .slice(0, 1)
            .map(({ url }) => further(`?${type}`, url)),
    ),
  ];
}

/** The links as modules of the Worker. */
export const standbyData = (origins: Origins, readLinks: ReadLinks): Section => ({
  name: (file) => `standby/links-${file}.js`,
  header: "export default [\n",
  footer: "];\n",
  async page(cursor) {
    const { links, next } = await readLinks(cursor);
    const rows = links.flatMap(({ link, slugs }) => standbyLinks(link, slugs, origins));
    return { content: jsonLines(rows).replaceAll("\n", ",\n"), next, links: links.length };
  },
});

/** The Worker, its README and configuration, and the module that joins the links. */
export const standbyFiles = (): Section => ({
  name: (file) => `standby/${["links.js", ...STANDBY_FILES.keys()][file - 1]}`,
  async page(cursor, entries) {
    const file = Number(cursor);
    const content = [...STANDBY_FILES.values()][file - 1]?.() ?? joining(entries.map(({ name }) => name));
    const next = file < STANDBY_FILES.size ? String(file + 1) : null;
    return { content: new TextEncoder().encode(content), next, links: 0 };
  },
});

function joining(names: readonly string[]): string {
  const modules = names.flatMap((name) => /^standby\/(links-\d+\.js)$/.exec(name)?.[1] ?? []);
  const imports = modules.map((name, index) => `import links${index} from "./${name}";\n`);
  return `${imports.join("")}export default [${modules.map((_, index) => `links${index}`).join(", ")}].flat();\n`;
}

/** The addresses of a host that redirect at the moment, as rules of static hosts. The cursor has how many of a page are written. */
export const redirectSection = (
  host: string,
  origins: Origins,
  readLinks: ReadLinks,
  settings: StandbySettings,
): Section => ({
  name: (file) =>
    `standby/${hostOf(host, origins).replaceAll(":", "_")}/${file === 1 ? "" : `${file}/`}_redirects`,
  async page(cursor) {
    let [before = "", written = "0"] = cursor.split(" ");
    const rules: string[] = [];
    for (let count = 0; ; ) {
      const { links, next } = await readLinks(before);
      const all = links.flatMap(({ link, slugs }) => rulesOf(link, slugs, host, origins, settings));
      const end = Number(written) + MAX_RULES - rules.length;
      rules.push(...all.slice(Number(written), end));
      const isCut = end < all.length;
      if (!isCut) count += links.length;
      if (isCut || next === null || rules.length === MAX_RULES) {
        const content = rules.length > 0 || cursor === "" ? new TextEncoder().encode(rules.join("")) : "";
        return { content, next: isCut ? `${before} ${end}` : next, links: count };
      }
      [before, written] = [next, "0"];
    }
  },
});

function rulesOf(
  link: Link,
  slugs: readonly ExportedSlug[],
  host: string,
  origins: Origins,
  settings: StandbySettings,
): string[] {
  const [{ off, from, until, ended, offers = {}, to, scan }] = standbyLinks(link, slugs, origins);
  const outside = outsideOf({ from, until }, settings.now().getTime());
  if (off || (outside && ended === undefined)) return [];
  const names = slugs.filter((slug) => slug.host === host).map(({ name }) => name);
  if (link.domain === host) names.push(link.shortId);
  const targets = [["", to], ...Object.entries(offers).map(([key, offer]) => [`/${key}`, offer.to])];
  const lots = (link.gtinLots ?? []).map(({ lot, url }) => [
    // A rule's star stands for anything.
    `/10/${encodeURIComponent(lot).replaceAll("*", "%2A")}`,
    locationOf(url),
  ]);
  const ofGtin = [...lots, ["", scan ?? to]].flatMap(([path, target]) => [
    [path, target],
    [`${path}/*`, target],
  ]);
  return (
    names
      // A colon or an asterisk is a pattern in rules.
      .filter((name) => !/[:*]/.test(name))
      .flatMap((name) =>
        (name.startsWith("/") ? targets.slice(0, 1) : name.includes("/") ? ofGtin : targets).map(
          ([path, target]) =>
            `${name.startsWith("/") ? "" : "/"}${name}${path} ${outside ? ended : target} 302\n`,
        ),
      )
      .filter((rule) => rule.length <= MAX_RULE_LENGTH)
  );
}
