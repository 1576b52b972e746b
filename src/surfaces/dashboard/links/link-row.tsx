import type { Link } from "../../../features/links/link.ts";
import { onClocks } from "../../../ground/core/zone.ts";
import { count } from "../charts/numbers.ts";
import { dateText, dayText, momentText } from "../components/dates.ts";
import { hostOf } from "../components/facts.tsx";
import { Sparkline } from "../components/sparkline.tsx";
import { StateMark, Tags } from "../labels/link-labels.tsx";
import { INTENT_ICONS, linkKind } from "../labels/variant-labels.ts";
import { Icon } from "../layout/icon.tsx";
import { DEFAULT_LOCALE, type Locale, useLocale } from "../layout/locale.tsx";

/** How many tags of a link the list shows. */
const MAX_TAGS = 2;

/** A link in two lines: name, state and tags; short link and destination. */
export const LinkRow = ({
  path,
  list,
  link,
  product,
  image,
  days,
  values,
  isChosen,
  shortLink,
  date,
  now,
}: {
  path: string;
  /** The query of the list, for the full-screen code, which links to the next one. */
  list: string;
  link: Link;
  /** The name of its first product, and how many more it has; null if unknown. */
  product: string | null;
  /** The path of its code's image; null if it has none. */
  image: string | null;
  days: readonly string[];
  /** The visits on these days. */
  values: readonly number[];
  isChosen: boolean;
  shortLink: string;
  date: "created" | "changed";
  now: Date;
}) => {
  const own = `${path}/${link.id}`;
  return (
    <tr data-row="">
      <td class="of-box">
        <label>
          <input
            type="checkbox"
            name="link"
            value={link.id}
            checked={isChosen}
            aria-label={`Select ${link.name}`}
          />
        </label>
      </td>
      <td class="of-code">
        {image !== null && (
          <a href={`${own}/show?${new URLSearchParams({ list })}`}>
            <img src={image} alt={`Show the code of ${link.name}`} loading="lazy" />
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
            → {hostOf(link.destination)}
            {product !== null && (
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
          <Sparkline days={days} values={values} />
          <span>{count(values.reduce((sum, value) => sum + value, 0))}</span>
        </span>
      </td>
      <td class="of-date">
        <Ago at={date === "created" ? link.createdAt : link.updatedAt} now={now} />
      </td>
    </tr>
  );
};

/** A short link without its scheme. In a narrow column the host is cut first: the rest distinguishes links. */
function ShortLink({ address }: { address: string }) {
  const { host, pathname } = new URL(address);
  return (
    <span class="short">
      <bdi>{host}</bdi>
      <bdi>{pathname}</bdi>
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
function agoOf(moment: Date, now: Date, { zone }: Pick<Locale, "zone"> = DEFAULT_LOCALE): string {
  const passed = now.getTime() - moment.getTime();
  if (passed < MINUTE_MS) return "Just now";
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} h ago`;
  if (passed < MAX_DAYS * DAY_MS) return `${Math.floor(passed / DAY_MS)} d ago`;
  const [then, today] = [onClocks(zone.textOf(moment)), onClocks(zone.textOf(now))];
  return (then.getUTCFullYear() === today.getUTCFullYear() ? dayText : dateText)(then);
}
