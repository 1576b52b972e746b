import { type HostedPage, hostedPage, searchUrl } from "../../features/delivery-app/hosted-page.ts";
import type { Link } from "../../features/links/link.ts";
import { partsOf } from "../../features/links/link-part.ts";
import { redirectEntry } from "../../features/links/redirect-entry.ts";
import type { RedirectEntry } from "../../features/short-links/entry.ts";
import { outsideOf } from "../../features/short-links/redirect-schedule.ts";
import { addressUrl, listPath, type Origins, ownUrl } from "../../ground/core/origins.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import type { ExportedSlug } from "./rows.ts";
import type { ReadLinks, Section } from "./section.ts";

/** The longest rule that Cloudflare Pages reads: https://developers.cloudflare.com/pages/configuration/redirects/ */
const MAX_RULE_LENGTH = 1_000;

const NOT_FOUND = `<!doctype html><meta name="viewport" content="width=device-width"><title>Not found</title>
<p>There is nothing at this address.
`;

/** A host that serves an organization's links, and what its files depend on besides the links. */
interface RedirectFiles {
  /** Empty: the default host. */
  host: string;
  origins: Origins;
  now: () => Date;
}

const folderOf = ({ host, origins }: RedirectFiles): string =>
  `redirects/${(host || new URL(origins.shortLink).host).replaceAll(":", "_")}`;

/**
 * The file `_redirects` of a host for Cloudflare Pages and Netlify: a rule for each address that redirects at the moment. Exact
 * paths come first, and then those that end with a star, because Cloudflare Pages reads only 100 rules from the first star on.
 */
export const redirectSection = (files: RedirectFiles, readLinks: ReadLinks): Section => ({
  name: (file) => `${folderOf(files)}/_redirects${file === 1 ? "" : `-${file}`}`,
  async page(cursor) {
    const [before = "", pass = "exact"] = cursor.split(" ");
    const { links, next } = await readLinks(before);
    const rules = links
      .flatMap(({ link, slugs }) => rulesOf(link, slugs, files))
      .filter(({ path }) => path.endsWith("*") === (pass === "star"))
      .map(({ path, to }) => `${path} ${to} 302\n`)
      .filter((rule) => rule.length <= MAX_RULE_LENGTH);
    const following = pass === "exact" ? " star" : null;
    return {
      content: rules.join(""),
      next: next === null ? following : `${next} ${pass}`,
      links: pass === "exact" ? links.length : 0,
    };
  },
});

/** The page of unknown addresses, for the same hosts. */
export const notFoundSection = (files: RedirectFiles): Section => ({
  name: () => `${folderOf(files)}/404.html`,
  page: async () => ({ content: NOT_FOUND, next: null, links: 0 }),
});

/** What a static host opens in place of our own page: its first product, or the store's search for its title. */
const insteadOf = ({ kind, title, items: [first] }: HostedPage): string =>
  kind === "products" && first ? first.url : searchUrl(title);

/**
 * Where a link redirects scans, and where its offers do. Printed codes go through these rules, so no URL has the Associates tag that
 * must not be in print. A page of shops is its first shop.
 */
function destinationsOf(
  link: Link,
  { destination, scans, choice }: RedirectEntry,
  origins: Origins,
): { own: string; offers: [key: string, to: string][] } {
  const pages = new Map(
    partsOf(link).map((part) => [listPath(link.shortId, part.offerKey), hostedPage(part)]),
  );
  const toOf = (target: Pick<RedirectEntry, "destination" | "scans">): string => {
    const to = target.scans ?? target.destination;
    const page = pages.get(to);
    return page ? insteadOf(page) : ownUrl(origins, to);
  };
  const own = toOf(choice?.offers[0] ?? { destination, scans });
  return {
    own,
    offers: [
      ...(choice?.offers ?? []).map((offer): [string, string] => [offer.key, toOf(offer)]),
      ...(link.removedKeys ?? []).map((key): [string, string] => [key, own]),
    ],
  };
}

/** The rules of a link on a host at the moment; none while it shows a message. */
function rulesOf(
  link: Link,
  slugs: readonly ExportedSlug[],
  { host, origins, now }: RedirectFiles,
): { path: string; to: string }[] {
  const entry = redirectEntry(link);
  const { status, schedule } = entry;
  const isOutside = schedule !== undefined && outsideOf(schedule, now().getTime()) !== undefined;
  if (status === "inactive" || (isOutside && schedule.endedUrl === undefined)) return [];
  const { own, offers } = destinationsOf(link, entry, origins);
  // A rule's star stands for anything.
  const lots = (entry.gtin?.lots ?? []).map(({ lot, url }) => ({
    path: `/10/${encodeURIComponent(lot).replaceAll("*", "%2A")}`,
    to: locationOf(url),
  }));
  const pathsOf = (name: string): { path: string; to: string }[] => {
    if (name.startsWith("/")) return [{ path: "", to: own }];
    const isGtin = name.includes("/");
    if (!isGtin) return [{ path: "", to: own }, ...offers.map(([key, to]) => ({ path: `/${key}`, to }))];
    return [...lots, { path: "", to: own }].flatMap(({ path, to }) => [
      { path, to },
      { path: `${path}/*`, to },
    ]);
  };
  const names = slugs.filter((slug) => slug.host === host).map(({ name }) => name);
  if (link.domain === host) names.push(link.shortId);
  return (
    names
      // A colon or a star is a pattern in rules.
      .filter((name) => !/[:*]/.test(name))
      .flatMap((name) =>
        pathsOf(name).map(({ path, to }) => ({
          path: new URL(addressUrl(origins, host, name)).pathname + path,
          to: isOutside ? (schedule.endedUrl ?? "") : to,
        })),
      )
  );
}
