import { definitionOf, type Link, stateOf } from "../../features/links/link.ts";
import type { LinkListStore } from "../../features/links/list-store.ts";
import { openedLink } from "../../features/links/redirect-entry.ts";
import { type StyleStores, styleResolver } from "../../features/qr-codes/resolve-style.ts";
import { zipWriter } from "../../features/qr-codes/zip.ts";
import type { ActivityStore, HistoryEntry } from "../../features/writes/activity-store.ts";
import { imageUrl, qrCodeId } from "../../ground/core/ids.ts";
import { addressUrl, type Origins, ownUrl, shortLinkUrl } from "../../ground/core/origins.ts";
import { concat } from "../../ground/drawing/compress.ts";
import type { Export } from "./export.ts";
import { notFoundSection, redirectSection } from "./redirect-files.ts";
import { type ArchivedLogos, rowSections } from "./row-sections.ts";
import { type ExportedSlug, readCodes, readSlugs } from "./rows.ts";
import { csvSection, jsonLines, numbered, type ReadLinks, type Section } from "./section.ts";
import { readVisits, type VisitPlace, type VisitSources } from "./visit-rows.ts";

/** An address that was handed out. */
interface ExportedAddress {
  url: string;
  kind: "short_id" | "slug" | "kept" | "gtin" | "offer";
  linkId: string;
  /** Whether it is the one that is shown and shared. */
  isCurrent: string;
  state: string;
  /** Where it redirects at the moment; empty where it shows a message. */
  destination: string;
}

function kindOf(name: string): "slug" | "kept" | "gtin" {
  if (name.startsWith("/")) return "kept";
  return name.includes("/") ? "gtin" : "slug";
}

/** Every address of a link: of its short id, of all slugs that it has or had, of the offers of each, of its kept addresses, and of its GTIN. */
export function addressesOf(
  link: Link,
  slugs: readonly ExportedSlug[],
  origins: Origins,
  now: Date,
): ExportedAddress[] {
  const state = stateOf(link, now);
  const redirectsTo = (destination: string): string => {
    if (state === "running") return ownUrl(origins, destination);
    return state === "off" ? "" : (link.schedule?.endedUrl ?? "");
  };
  const names = [
    { kind: "short_id" as const, host: link.domain, name: link.shortId },
    ...slugs.map(({ host, name }) => ({ kind: kindOf(name), host, name })),
  ];
  const current = link.slug ?? link.shortId;
  const { destination, offerDestinations } = openedLink(link);
  const offers = [
    ...(offerDestinations ?? []),
    ...(link.removedKeys ?? []).map((key) => ({ key, destination })),
  ];
  return names.flatMap(({ kind, host, name }) => {
    const url = addressUrl(origins, host, name);
    const isGtin = kind === "gtin";
    const isCurrent = String(host === link.domain && (isGtin || name === current));
    const shared = { linkId: link.id, isCurrent, state };
    return [
      { url, kind, ...shared, destination: redirectsTo(destination) },
      ...(isGtin || kind === "kept" ? [] : offers).map(({ key, destination }) => ({
        url: `${url}/${key}`,
        kind: "offer" as const,
        ...shared,
        destination: redirectsTo(destination),
      })),
    ];
  });
}

async function codesAfter(db: D1Database, organizationId: string, cursor: string) {
  const [linkId = "", identifier = ""] = cursor.split(" ");
  const codes = await readCodes(db, organizationId, [linkId, identifier]);
  const last = codes.at(-1)?.qrCode;
  const links = codes.filter(({ qrCode }) => qrCode.isDefault).length;
  return { codes, links, next: last ? `${last.linkId} ${last.identifier}` : null };
}

/** The QR codes of an organization. */
const codeSection = ({ organizationId, origins }: Export, { db }: { db: D1Database }): Section =>
  csvSection(
    "codes",
    "id linkId identifier name encodedUrl imageUrl isDefault metadata style createdAt".split(" "),
    async (cursor) => {
      const { codes, next, links } = await codesAfter(db, organizationId, cursor);
      const rows = codes.map(({ qrCode: { metadata, style, isDefault, ...code } }) => ({
        ...code,
        id: qrCodeId(code.linkId, code.identifier),
        imageUrl: imageUrl(origins, code.linkId, code.identifier),
        isDefault: String(isDefault),
        metadata: JSON.stringify(metadata) ?? "",
        style: JSON.stringify(style) ?? "",
      }));
      return { rows, next, links };
    },
  );

/** Their images, each in its saved style. They are in nested archives, because a ZIP has at most 65,535 files. */
function imageSection({ organizationId }: Export, stores: StyleStores & { db: D1Database }): Section {
  const resolveStyle = styleResolver("svg", stores);
  return {
    name: numbered("images", "zip"),
    async page(cursor) {
      const { draw } = await import("../../features/qr-codes/draw.ts");
      const { codes, next, links } = await codesAfter(stores.db, organizationId, cursor);
      const zip = zipWriter();
      const files: Uint8Array[] = [];
      for (const { qrCode, projectId, style } of codes) {
        const { encodedUrl, linkId, identifier } = qrCode;
        const resolved = await resolveStyle({ encodedUrl, style, project: { organizationId, projectId } });
        const svg = String(await draw(encodedUrl, "svg", resolved.options, resolved.logo));
        const name = `${qrCodeId(linkId, identifier)}.svg`;
        files.push(zip.file({ name, content: new TextEncoder().encode(svg) }));
      }
      const isThere = files.length > 0 || cursor === "";
      return { content: isThere ? concat([...files, zip.end()]) : "", next, links };
    },
  };
}

/** What the sections read. */
export interface SectionDependencies extends StyleStores, VisitSources {
  now: () => Date;
  lists: LinkListStore;
  activity: ActivityStore;
  logos: ArchivedLogos;
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
        const { visits, next, links } = await readVisits(dependencies, organizationId, days, place);
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
    ...hosts.flatMap((host) => [
      redirectSection({ host, origins, now }, readLinks),
      notFoundSection({ host, origins, now }),
    ]),
  ];
}

/** A link in `links.jsonl`: what its caller sent, as a body that creates one, and what the service added. */
function linkLine(link: Link, origins: Origins): object {
  const definition = definitionOf(link);
  const { organizationId: _, affiliateSettings: __, ...whole } = openedLink(link);
  const added = Object.entries(whole).filter(([name]) => !Object.hasOwn(definition, name));
  return { ...Object.fromEntries(added), url: shortLinkUrl(origins, link), definition };
}

/** An entry in `history.jsonl`, the oldest of the organization first. */
const historyLine = ({ activity, ...entry }: HistoryEntry & { linkId: string }): object => {
  const { linkId, version, destination } = entry;
  const { organizationId: _, ...said } = activity;
  return { linkId, version, ...said, destination };
};
