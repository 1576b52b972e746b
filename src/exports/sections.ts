import type { ActivityStore, HistoryEntry } from "../audit/activity-store.ts";
import { csvText } from "../core/csv.ts";
import { DAY_MS, dayOf } from "../core/days.ts";
import { qrCodeId } from "../core/ids.ts";
import { imageUrl, type Origins, shortLinkUrl } from "../core/origins.ts";
import { concat } from "../drawing/compress.ts";
import { definitionOf, type Link } from "../links/link.ts";
import type { LinkListStore } from "../links/list-store.ts";
import { type LookStores, looksOf } from "../qr-codes/looks.ts";
import { zipWriter } from "../qr-codes/zip.ts";
import { addressesOf } from "./addresses.ts";
import type { Export } from "./export.ts";
import { readCodes, readSlugs, readVisits, type VisitPlace } from "./rows.ts";

/** A page of the rows of a section. */
export interface SectionPage {
  /** Lines of text, or one whole file. */
  content: string | Uint8Array;
  /** After which row the next page begins; null after the last. */
  next: string | null;
  /** How many links the page completes, as far as the section knows. */
  links: number;
}

/** Files of an archive that have the same form. Each is written page by page, and bounded. */
export interface Section {
  /** The name of the file with this number, counted from 1. */
  name(file: number): string;
  /** The first line of each file. */
  header: string;
  page(cursor: string): Promise<SectionPage>;
}

/** What the sections read. */
export interface SectionDependencies extends LookStores {
  db: D1Database;
  lists: LinkListStore;
  activity: ActivityStore;
  now: () => Date;
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
} as const;

/** `links.jsonl`, `links-2.jsonl` and so on. */
const numbered = (name: string, ending: string) => (file: number) =>
  `${name}${file === 1 ? "" : `-${file}`}.${ending}`;

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** A section of CSV files with these columns. */
function csvSection<Column extends string>(
  name: string,
  columns: readonly Column[],
  page: (
    cursor: string,
  ) => Promise<{ rows: Record<Column, string | number>[]; next: string | null; links: number }>,
): Section {
  const header = csvText(columns, []);
  return {
    name: numbered(name, "csv"),
    header,
    async page(cursor) {
      const { rows, ...rest } = await page(cursor);
      return { content: csvText(columns, rows).slice(header.length), ...rest };
    },
  };
}

/** The sections of an export, in the order of the archive. `days` are those that can have visits. */
export function sectionsOf(
  { organizationId, images, origins }: Export,
  days: readonly string[],
  dependencies: SectionDependencies,
): Section[] {
  const { db, lists, activity, now } = dependencies;
  const readLinks = async (before: string) => {
    const range = { organizationId, from: "", before: before || "lnk_~" };
    const found = await lists.newest(range, EVERY_LINK, LINKS_PER_PAGE);
    return { links: found.links.map(({ link }) => link), next: found.before };
  };
  const codesAfter = async (cursor: string) => {
    const [linkId = "", identifier = ""] = cursor.split(" ");
    const codes = await readCodes(db, organizationId, [linkId, identifier]);
    const last = codes.at(-1)?.qrCode;
    return { codes, next: last ? `${last.linkId} ${last.identifier}` : null };
  };
  const lookOf = looksOf("svg", dependencies);
  return [
    {
      name: numbered("links", "jsonl"),
      header: "",
      async page(cursor) {
        const { links, next } = await readLinks(cursor);
        return {
          content: jsonLines(links.map((link) => linkLine(link, origins))),
          next,
          links: links.length,
        };
      },
    },
    {
      name: numbered("history", "jsonl"),
      header: "",
      async page(cursor) {
        const { entries, next } = await activity.historyOfLinks(organizationId, cursor, HISTORY_PER_PAGE);
        return { content: jsonLines(entries.map(historyLine)), next, links: 0 };
      },
    },
    csvSection(
      "codes",
      [
        "id",
        "linkId",
        "identifier",
        "name",
        "encodedUrl",
        "imageUrl",
        "isDefault",
        "metadata",
        "style",
        "createdAt",
      ],
      async (cursor) => {
        const { codes, next } = await codesAfter(cursor);
        const rows = codes.map(({ qrCode }) => ({
          id: qrCodeId(qrCode.linkId, qrCode.identifier),
          linkId: qrCode.linkId,
          identifier: qrCode.identifier,
          name: qrCode.name,
          encodedUrl: qrCode.encodedUrl,
          imageUrl: imageUrl(origins, qrCode.linkId, qrCode.identifier),
          isDefault: String(qrCode.isDefault),
          metadata: JSON.stringify(qrCode.metadata) ?? "",
          style: JSON.stringify(qrCode.style) ?? "",
          createdAt: qrCode.createdAt,
        }));
        return { rows, next, links: codes.filter(({ qrCode }) => qrCode.isDefault).length };
      },
    ),
    csvSection(
      "addresses",
      ["url", "kind", "linkId", "isCurrent", "state", "destination"],
      async (cursor) => {
        const { links, next } = await readLinks(cursor);
        const slugs = Map.groupBy(
          await readSlugs(
            db,
            links.map(({ id }) => id),
          ),
          ({ linkId }) => linkId,
        );
        const rows = links.flatMap((link) => addressesOf(link, slugs.get(link.id) ?? [], origins, now()));
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
    ...(images
      ? [
          {
            // Archives within the archive: a ZIP holds 65,535 files.
            name: numbered("images", "zip"),
            header: "",
            async page(cursor: string) {
              const { draw } = await import("../qr-codes/draw.ts");
              const { codes, next } = await codesAfter(cursor);
              const zip = zipWriter();
              const files: Uint8Array[] = [];
              for (const { qrCode, projectId, style } of codes) {
                const { encodedUrl, linkId, identifier } = qrCode;
                const { options, logo } = await lookOf({
                  encodedUrl,
                  style,
                  project: { organizationId, projectId },
                });
                const svg = new TextEncoder().encode(String(await draw(encodedUrl, "svg", options, logo)));
                files.push(zip.file({ name: `${qrCodeId(linkId, identifier)}.svg`, content: svg }));
              }
              const links = codes.filter(({ qrCode }) => qrCode.isDefault).length;
              return {
                content: files.length > 0 || cursor === "" ? concat([...files, zip.end()]) : "",
                next,
                links,
              };
            },
          },
        ]
      : []),
  ];
}

/** A link in `links.jsonl`: what its caller sent, as a body that creates one, and what the service added. */
function linkLine(link: Link, origins: Origins): object {
  const { id, shortId, domain, slugs, status, urlType, destination, reason, leads, removedKeys } = link;
  const { version, revision, createdAt, updatedAt } = link;
  const url = shortLinkUrl(origins, link);
  const stored = {
    id,
    shortId,
    url,
    domain,
    slugs,
    status,
    urlType,
    destination,
    reason,
    leads,
    removedKeys,
  };
  return { ...stored, version, revision, createdAt, updatedAt, definition: definitionOf(link) };
}

/** An entry in `history.jsonl`, the oldest of the organization first. */
const historyLine = ({
  linkId,
  version,
  activity,
  destination,
}: HistoryEntry & { linkId: string }): object => {
  const { id, at, actor, object, changes } = activity;
  return { linkId, version, id, at, actor, object, changes, destination };
};

/** Every day from the one before `since` to tomorrow: the organization may have been in another time zone. */
export function daysSince(since: string, now: Date): string[] {
  const days: string[] = [];
  const end = now.getTime() + DAY_MS;
  for (let time = Date.parse(since) - DAY_MS; time <= end; time += DAY_MS) days.push(dayOf(new Date(time)));
  return days;
}
