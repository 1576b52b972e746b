import type { LinkWithQrCode } from "../../../features/links/link-write.ts";
import { shownAddress, urlText } from "../../../features/links/shown-address.ts";
import { onClocks } from "../../../ground/core/zone.ts";
import { count } from "../charts/numbers.ts";
import { dateText, dayText, momentText } from "../components/dates.ts";
import { hostOf } from "../components/facts.tsx";
import { Sparkline } from "../components/sparkline.tsx";
import { INTENT_ICONS, linkKind, StateMark, Tags } from "../labels/link-labels.tsx";
import { placesText, sentBy } from "../labels/places.ts";
import { firstName, productsOf } from "../labels/products.tsx";
import { Icon } from "../layout/icon.tsx";
import { type Locale, useLocale } from "../layout/locale.tsx";
import { type ListOrder, listPath, listText } from "./list-query.ts";
import type { ListView } from "./list-view.ts";

const ORDERS: Readonly<Record<ListOrder, string>> = {
  created: "Created",
  changed: "Changed",
  name: "Name",
  visits: "Visits, 30 days",
};

/** A page of links, each with a checkbox and its code. */
export const LinkTable = (view: ListView) => {
  // Shows the date that the list is sorted by.
  const date = view.page.order === "created" ? "created" : "changed";
  return (
    <div class="scroll">
      <table class="figures links" data-edit={view.mayChange ? "/edit" : undefined}>
        <caption class="hidden">Links</caption>
        <thead>
          <tr>
            <th scope="col" class="of-box">
              <label>
                <input type="checkbox" data-choose-all="link" aria-label="All on this page" hidden />
              </label>
            </th>
            <th scope="col" class="of-code">
              <span class="hidden">Code</span>
            </th>
            <OrderHeading {...view} by="name" />
            <OrderHeading {...view} by="visits" />
            <OrderHeading {...view} by={date} />
          </tr>
        </thead>
        <tbody>
          {view.page.links.map((row) => (
            <LinkRow {...view} {...row} date={date} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

const COLUMN_CLASSES: Readonly<Record<ListOrder, string>> = {
  created: "of-date",
  changed: "of-date",
  name: "of-name",
  visits: "of-visits number",
};

/** The heading of a column to sort by. The date column switches between created and changed. */
const OrderHeading = ({ path, query: { typed }, page: { order }, by }: ListView & { by: ListOrder }) => {
  const isSorted = order === by;
  const next = isSorted && by === "created" ? "changed" : isSorted && by === "changed" ? "created" : by;
  return (
    <th
      scope="col"
      class={COLUMN_CLASSES[by]}
      aria-sort={isSorted ? (by === "name" ? "ascending" : "descending") : undefined}
    >
      <a
        href={listPath(path, { typed, order: next })}
        title={next === by ? undefined : `Sort by ${ORDERS[next].toLowerCase()}`}
      >
        {by === "visits" ? (
          <>
            <span class="wide">Visits, </span>30 days
          </>
        ) : (
          ORDERS[by]
        )}
        {isSorted && <span aria-hidden="true">{by === "name" ? " ↑" : " ↓"}</span>}
      </a>
    </th>
  );
};

const MAX_TAGS = 2;

/** A link in two lines: name, state and tags; short link and destination. */
const LinkRow = (view: ListView & LinkWithQrCode & { date: "created" | "changed" }) => {
  const { link, qrCode, query, path, people, now } = view;
  const own = `${path}/${link.id}`;
  const shortLink = shownAddress(view.origins, link);
  const product = firstName(productsOf(link), view.details);
  const sent = sentBy(link);
  const visits = people.byId.get(link.id) ?? [];
  return (
    <tr data-row="">
      <td class="of-box">
        <label>
          <input
            type="checkbox"
            name="link"
            value={link.id}
            checked={view.chosen.includes(link.id)}
            aria-label={`Select ${link.name}`}
          />
        </label>
      </td>
      <td class="of-code">
        {qrCode && (
          <a
            href={`${own}/show?${new URLSearchParams({ list: listText(query) })}`}
            aria-label={`Show the code of ${link.name}`}
          >
            <img src={view.images(qrCode, link.projectId, "svg")} alt="" loading="lazy" />
          </a>
        )}
      </td>
      <th scope="row" class="of-name">
        <div class="line">
          <StateMark link={link} now={now} />
          <a class="name" href={own} data-open="">
            <bdi>{link.name}</bdi>
          </a>
          <Tags path={path} tags={link.tracking?.tags ?? []} max={MAX_TAGS} />
        </div>
        <div class="line second">
          <Icon name={INTENT_ICONS[link.intent]} />
          <span class="hidden">{linkKind(link)}</span>
          <ShortLink address={shortLink} />
          <button
            type="button"
            class="copy"
            data-copy-text={shortLink}
            aria-label={`Copy ${shortLink}`}
            hidden
          />
          <span class="target">
            → {sent === undefined ? hostOf(link.destination) : <bdi>{`${sent}: ${placesText(link)}`}</bdi>}
            {product !== null && sent === undefined && (
              <>
                {": "}
                <bdi>{product}</bdi>
              </>
            )}
          </span>
        </div>
      </th>
      <td class="of-visits number">
        <span>
          <Sparkline days={people.days} values={visits} />
          <span>{count(visits.reduce((sum, value) => sum + value, 0))}</span>
        </span>
      </td>
      <td class="of-date">
        <Ago at={view.date === "created" ? link.createdAt : link.updatedAt} now={now} />
      </td>
    </tr>
  );
};

/** A short link without its scheme. In a narrow column the host is cut first: the rest distinguishes links. */
function ShortLink({ address }: { address: string }) {
  const text = urlText(address);
  const at = text.indexOf("/");
  return (
    <span class="short">
      <bdi>{text.slice(0, at)}</bdi>
      <bdi>{text.slice(at)}</bdi>
    </span>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Moments before this many days are shown as a date. */
const MAX_DAYS = 31;

/** How long ago a moment was, or its date after a month. */
const Ago = ({ at, now }: { at: string; now: Date }) => (
  <time datetime={at} title={momentText(new Date(at), useLocale())}>
    {agoOf(new Date(at), now, useLocale())}
  </time>
);

/** As in "Just now", "12 min ago", "5 h ago", "3 d ago", "13 Oct" and "13 Oct 2025". */
function agoOf(moment: Date, now: Date, { zone }: Locale): string {
  const passed = now.getTime() - moment.getTime();
  if (passed < MINUTE_MS) return "Just now";
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} h ago`;
  if (passed < MAX_DAYS * DAY_MS) return `${Math.floor(passed / DAY_MS)} d ago`;
  const [then, today] = [onClocks(zone.textOf(moment)), onClocks(zone.textOf(now))];
  return (then.getUTCFullYear() === today.getUTCFullYear() ? dayText : dateText)(then);
}
