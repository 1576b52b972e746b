import type { ActivityStore, HistoryEntry } from "../audit/activity-store.ts";
import type { LogoStore } from "../brands/logo-store.ts";
import { type Origins, shortLinkUrl } from "../core/origins.ts";
import { definitionOf, type Link } from "../links/link.ts";
import type { LinkListStore } from "../links/list-store.ts";
import type { StyleStores } from "../qr-codes/resolve-style.ts";
import { addressesOf } from "./addresses.ts";
import { codeSection, imageSection } from "./code-sections.ts";
import type { Export } from "./export.ts";
import { rowSections } from "./row-sections.ts";
import { readSlugs, readVisits, type VisitPlace } from "./rows.ts";
import { csvSection, jsonLines, numbered, type ReadLinks, type Section } from "./section.ts";
import { redirectSection, type StandbySettings, standbyData, standbyFiles } from "./standby.ts";

/** What the sections read. */
export interface SectionDependencies extends StyleStores, StandbySettings {
  db: D1Database;
  lists: LinkListStore;
  activity: ActivityStore;
  logos: Pick<LogoStore, "read" | "readDrawn">;
}

/** Links of a page. Their content is bounded in bytes as well. */
const LINKS_PER_PAGE = 500;
const HISTORY_PER_PAGE = 500;

const EVERY_LINK = {
  projects: "all",
  text: undefined,
  retailer: undefined,
  intent: undefined,
  status: undefined,
  state: undefined,
  tag: undefined,
  gtin: undefined,
  health: undefined,
} as const;

/**
 * The sections of an export, in the order of the archive. `days` are those that can have visits, `hosts` those on which the
 * organization has links, the default one being empty.
 */
export function sectionsOf(
  found: Export,
  days: readonly string[],
  hosts: readonly string[],
  dependencies: SectionDependencies,
): Section[] {
  const { organizationId, images, origins } = found;
  const { db, lists, activity, now } = dependencies;
  const readLinks: ReadLinks = async (cursor) => {
    const range = { organizationId, from: "", before: cursor || "lnk_~" };
    const { links, before } = await lists.newest(range, EVERY_LINK, LINKS_PER_PAGE);
    const ids = links.map(({ link }) => link.id);
    const slugs = Map.groupBy(await readSlugs(db, ids), ({ linkId }) => linkId);
    return { links: links.map(({ link }) => ({ link, slugs: slugs.get(link.id) ?? [] })), next: before };
  };
  return [
    {
      name: numbered("links", "jsonl"),
      async page(cursor) {
        const { links, next } = await readLinks(cursor);
        const content = jsonLines(links.map(({ link }) => linkLine(link, origins)));
        return { content, next, links: links.length };
      },
    },
    {
      name: numbered("history", "jsonl"),
      async page(cursor) {
        const { entries, next } = await activity.historyOfLinks(organizationId, cursor, HISTORY_PER_PAGE);
        return { content: jsonLines(entries.map(historyLine)), next, links: 0 };
      },
    },
    codeSection(found, dependencies),
    csvSection(
      "addresses",
      ["url", "kind", "linkId", "isCurrent", "state", "destination"],
      async (cursor) => {
        const { links, next } = await readLinks(cursor);
        const rows = links.flatMap(({ link, slugs }) => addressesOf(link, slugs, origins, now()));
        return { rows, next, links: links.length };
      },
    ),
    csvSection(
      "visits",
      ["day", "linkId", "code", "country", "device", "class", "visits"],
      async (cursor) => {
        // The cursor is the one of an earlier page.
        const place = cursor ? (JSON.parse(cursor) as VisitPlace) : { project: "", link: "", day: "~" };
        const { visits, next, links } = await readVisits(db, organizationId, days, place);
        const rows = visits.map(({ link, device, ...row }) => ({
          ...row,
          linkId: link,
          device: device ?? "",
        }));
        return { rows, next: next && JSON.stringify(next), links };
      },
    ),
    ...(images ? [imageSection(found, dependencies)] : []),
    ...rowSections(found, days, dependencies),
    standbyData(origins, readLinks, dependencies),
    standbyFiles(),
    ...hosts.map((host) => redirectSection(host, origins, readLinks, dependencies)),
  ];
}

/** A link in `links.jsonl`: what its caller sent, as a body that creates one, and what the service added. */
function linkLine(link: Link, origins: Origins): object {
  const definition = definitionOf(link);
  const { organizationId: _, ...whole } = link;
  const added = Object.entries(whole).filter(([name]) => !Object.hasOwn(definition, name));
  return { ...Object.fromEntries(added), url: shortLinkUrl(origins, link), definition };
}

/** An entry in `history.jsonl`, the oldest of the organization first. */
const historyLine = ({ activity, ...entry }: HistoryEntry & { linkId: string }): object => {
  const { linkId, version, destination } = entry;
  const { organizationId: _, ...said } = activity;
  return { linkId, version, ...said, destination };
};
