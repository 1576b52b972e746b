import type { Zone } from "../../core/zone.ts";
import type { ChangedLinks, LinkAttention } from "../../links/get-link-attention.ts";
import type { LinksOfNews, NewsLink, VisitNews } from "../../visits/get-visit-news.ts";
import { shortBucketName } from "../charts/bucket-names.ts";
import { count } from "../charts/numbers.ts";
import type { Place } from "../frame/context.ts";
import { NewsLines } from "./news-lines.tsx";

/** What changed in the last seven days: codes that were scanned for the first time, and links that nobody visits any more. */
export const WhatChanged = ({
  place,
  news: { from, firstScans, fellToZero },
  attention: { changed },
  zone,
}: {
  place: Place;
  news: VisitNews;
  attention: LinkAttention;
  zone: Zone;
}) => {
  const lines = (title: string, news: LinksOfNews, text: (index: number) => string) => (
    <NewsGroup base={place.base} title={title} news={news} text={text} />
  );
  const isQuiet = (firstScans?.links.length ?? 0) === 0 && fellToZero.links.length === 0;
  return (
    <section class="panel">
      <h2>What changed this week</h2>
      {firstScans &&
        lines("Scanned for the first time", firstScans, (index) => {
          const day = firstScans.links[index]?.day ?? "";
          return shortBucketName(day, "day");
        })}
      {lines("No visits any more", fellToZero, (index) => {
        const before = fellToZero.links[index]?.before ?? 0;
        return `${count(before)} in the four weeks before`;
      })}
      {isQuiet && (
        <p class="quiet">
          No code was scanned for the first time, and no link that was visited lost its visits.
        </p>
      )}
      <p class="hint">
        Since {shortBucketName(zone.textOf(from), "day")}: {changedWords(changed)}
      </p>
    </section>
  );
};

/** Above a bound, links are not counted on. */
const changedWords = ({ links, isAll }: ChangedLinks): string =>
  `${isAll ? "" : "more than "}${count(links)} ${links === 1 ? "link" : "links"} created or changed.`;

const NewsGroup = ({
  base,
  title,
  news: { links, more },
  text,
}: {
  base: string;
  title: string;
  news: LinksOfNews<NewsLink>;
  text: (index: number) => string;
}) =>
  links.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <NewsLines base={base} lines={links.map((link, index) => ({ ...link, text: text(index) }))} />
      {more > 0 && <p class="quiet">and {count(more)} more</p>}
    </>
  );
