import type { Zone } from "../../core/zone.ts";
import type { LinkProblemKind } from "../../links/attention-store.ts";
import type { EndingLinks } from "../../links/get-ending-links.ts";
import type { ChangedLinks, LinkAttention } from "../../links/get-link-attention.ts";
import type { VisitNews } from "../../visits/get-visit-news.ts";
import { bucketName, shortBucketName } from "../charts/bucket-names.ts";
import { count } from "../charts/numbers.ts";
import type { Place } from "../layout/context.ts";

/** A link, and what there is to say of it. */
export interface NewsLine {
  id: string;
  name: string;
  text: string;
}

/** Links below each other, each with what there is to say of it. `base` is the path of the organization's screens. */
export const NewsLines = ({ base, lines }: { base: string; lines: readonly NewsLine[] }) => (
  <ul class="news">
    {lines.map(({ id, name, text }) => (
      <li data-row="">
        <a href={`${base}/links/${id}`}>
          <bdi>{name}</bdi>
        </a>{" "}
        <span class="quiet">{text}</span>
      </li>
    ))}
  </ul>
);

const PROBLEM_WORDS: Readonly<Record<LinkProblemKind, string>> = {
  page_failed: "Instacart refused its page. Shoppers see our own page of the list.",
  products_unavailable: "A product is unavailable, and so are its backups.",
  product_ids: "A product id cannot be one of the shop’s, so it may lead to an empty page.",
};

/** Links with problems; nothing where there are none. */
export const NeedsAttention = ({
  place,
  attention: { problems, more },
}: {
  place: Place;
  attention: LinkAttention;
}) =>
  problems.length === 0 ? null : (
    <section class="panel amber">
      <h2>
        {more
          ? `More than ${count(problems.length)} links need`
          : problems.length === 1
            ? "One link needs"
            : `${count(problems.length)} links need`}{" "}
        attention
      </h2>
      <NewsLines
        base={place.base}
        lines={problems.map(({ linkId, name, kind }) => ({ id: linkId, name, text: PROBLEM_WORDS[kind] }))}
      />
    </section>
  );

/** Links of which there is the same to say. */
interface Group {
  title: string;
  lines: readonly NewsLine[];
  /** What stands for those that are not shown; null: all are. */
  rest: string | null;
}

/**
 * What changed in the last seven days, and is about to: codes that were scanned for the first time, links that nobody visits
 * any more, and those that end within a week.
 */
export const WhatChanged = ({
  place,
  news,
  ending,
  attention: { changed },
  zone,
}: {
  place: Place;
  news: VisitNews;
  ending: EndingLinks;
  attention: LinkAttention;
  zone: Zone;
}) => {
  const groups = groupsOf(news, ending, zone).filter(({ lines }) => lines.length > 0);
  return (
    <section class="panel">
      <h2>What changed this week</h2>
      {groups.map(({ title, lines, rest }) => (
        <>
          <h3>{title}</h3>
          <NewsLines base={place.base} lines={lines} />
          {rest && <p class="quiet">{rest}</p>}
        </>
      ))}
      {groups.length === 0 && (
        <p class="quiet">
          No code was scanned for the first time, no link that was visited lost its visits, and none ends.
        </p>
      )}
      <p class="hint">
        Since {shortBucketName(zone.textOf(news.from), "day")}: {changedWords(changed)}
      </p>
    </section>
  );
};

function groupsOf({ firstScans, fellToZero }: VisitNews, ending: EndingLinks, zone: Zone): Group[] {
  const more = (links: number): string | null => (links === 0 ? null : `and ${count(links)} more`);
  return [
    {
      title: "Scanned for the first time",
      lines: firstScans.links.map((link) => ({ ...link, text: shortBucketName(link.day, "day") })),
      rest: more(firstScans.more),
    },
    {
      title: "No visits any more",
      lines: fellToZero.links.map((link) => ({
        ...link,
        text: `${count(link.before)} in the four weeks before`,
      })),
      rest: more(fellToZero.more),
    },
    {
      title: "Ends within a week",
      lines: ending.links.map(({ linkId, name, activeUntil }) => ({
        ...{ id: linkId, name },
        text: bucketName(zone.textOf(new Date(activeUntil)), "hour"),
      })),
      rest: ending.more ? "and more" : null,
    },
  ];
}

/** Above a bound, links are not counted on. */
const changedWords = ({ links, isAll }: ChangedLinks): string =>
  `${isAll ? "" : "more than "}${count(links)} ${links === 1 ? "link" : "links"} created or changed.`;
