import { sentenceOf } from "../../../extras/alerts/alert-messages.ts";
import { alertPath } from "../../../extras/alerts/alerts.ts";
import type { Attention } from "../../../extras/alerts/manage-alerts.ts";
import type { DisabledReason } from "../../../extras/events/catalog.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import type { LinkProblemKind } from "../../../features/links/attention-store.ts";
import type { EndingLinks } from "../../../features/links/get-ending-links.ts";
import type { ChangedLinks, LinkAttention } from "../../../features/links/get-link-attention.ts";
import type { VisitNews } from "../../../features/visits/get-visit-news.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { bucketName, shortBucketName } from "../charts/bucket-names.ts";
import { count } from "../charts/numbers.ts";
import type { Place } from "../layout/context.ts";

/** A screen, below the path of the organization, and a short text about it. */
interface NewsLine {
  path: string;
  name: string;
  text: string;
}

/** A line about a link. */
const line = (linkId: string, name: string, text: string): NewsLine => ({
  path: `/links/${linkId}`,
  name,
  text,
});

/** A list of lines. `base` is the path of the organization's screens. */
const NewsLines = ({ base, lines }: { base: string; lines: readonly NewsLine[] }) => (
  <ul class="news">
    {lines.map(({ path, name, text }) => (
      <li data-row="">
        <a href={base + path}>
          <bdi>{name}</bdi>
        </a>{" "}
        <span class="quiet">{text}</span>
      </li>
    ))}
  </ul>
);

const PROBLEMS: Readonly<Record<LinkProblemKind, string>> = {
  page_failed: "Instacart rejected its page. Shoppers see our page of the list.",
  destination_broken: "A destination no longer works.",
  products_unavailable: "A product and its backups are unavailable.",
  product_ids: "A product id is impossible for its shop, so the page may be empty.",
};

const DISABLED: Readonly<Record<DisabledReason, string>> = {
  gone: "Its URL is gone",
  failing: "It failed for five days",
  secret_unreadable: "It needs a new secret",
};

/** Links and webhooks with problems, and other alerts, if any. */
export const NeedsAttention = ({
  place: { base },
  attention: { problems, more, alerts },
  zone,
  disabled,
}: {
  place: Place;
  attention: Attention;
  zone: Zone;
  /** Webhooks that the service switched off. */
  disabled: readonly Webhook[];
}) => {
  const lines = [
    ...problems.map(({ linkId, name, kind }) => line(linkId, name, PROBLEMS[kind])),
    ...alerts.map((alert) => ({ path: alertPath(alert), name: sentenceOf(alert, "en", zone), text: "" })),
    ...disabled.map(({ id, url, disabledBecause }) => ({
      path: `/webhooks/${id}`,
      name: new URL(url).host,
      text: `${disabledBecause && DISABLED[disabledBecause]}, so the webhook was switched off.`,
    })),
  ];
  return (
    lines.length > 0 && (
      <section class="panel amber">
        <h2>Needs attention</h2>
        <NewsLines base={base} lines={lines} />
        {more && <p class="quiet">More links have problems; these are the newest.</p>}
      </section>
    )
  );
};

/** Links with the same news. */
interface Group {
  title: string;
  lines: readonly NewsLine[];
  /** A text for the links that are not shown; null if all are. */
  rest: string | null;
}

/**
 * What changed in the last seven days and is about to: codes scanned for the first time, links without visits since, and
 * links that end within a week.
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
      {groups.length === 0 && <p class="quiet">Nothing new this week.</p>}
      <p class="hint">
        Since {shortBucketName(zone.textOf(news.from), "day")}: {changedText(changed)}
      </p>
    </section>
  );
};

function groupsOf({ firstScans, fellToZero }: VisitNews, ending: EndingLinks, zone: Zone): Group[] {
  const more = (links: number): string | null => (links === 0 ? null : `and ${count(links)} more`);
  return [
    {
      title: "Scanned for the first time",
      lines: firstScans.links.map(({ id, name, day }) => line(id, name, shortBucketName(day, "day"))),
      rest: more(firstScans.more),
    },
    {
      title: "No visits this week",
      lines: fellToZero.links.map(({ id, name, before }) =>
        line(id, name, `${count(before)} in the four weeks before`),
      ),
      rest: more(fellToZero.more),
    },
    {
      title: "Ends within a week",
      lines: ending.links.map(({ linkId, name, activeUntil }) =>
        line(linkId, name, bucketName(zone.textOf(new Date(activeUntil)), "hour")),
      ),
      rest: ending.more ? "and more" : null,
    },
  ];
}

/** The count of changed links, which is bounded. */
const changedText = ({ links, isAll }: ChangedLinks): string =>
  `${isAll ? "" : "more than "}${count(links)} ${links === 1 ? "link" : "links"} created or changed.`;
