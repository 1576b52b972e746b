import type { Child } from "hono/jsx";
import type { ReportRow } from "../../../features/visits/breakdown.ts";
import type { Dimension } from "../../../features/visits/dimensions.ts";
import type { ReportWords } from "../../../features/visits/report-words.ts";
import { count, rounded } from "../charts/numbers.ts";
import { Tabs } from "../components/tabs.tsx";
import { filled, useLocale } from "../layout/locale.tsx";
import { isFilter, isValue, tableName } from "./row-names.ts";
import { type Column, columnsFor, type NamedRow, type Naming, namedRows } from "./table-rows.ts";

/** The rows that a table shows at first. */
export const FIRST_ROWS = 7;

/** The URLs of a table's rows, download and full view; null for no link. */
export interface TableLinks {
  row: ((by: Dimension, key: string) => string) | null;
  csv: ((table: Dimension | "series") => string) | null;
  all: ((by: Dimension) => string) | null;
}

/** No links, for shared reports. */
export const NO_LINKS: TableLinks = { row: null, csv: null, all: null };

/** A column of texts. */
export interface TextColumn {
  label: string;
  text: (key: string) => Child;
}

/** A table of a card, with its name if that is not the usual one. */
interface CardTab {
  by: Dimension;
  href: string;
  name?: string | undefined;
}

const nameOf = ({ by, name }: CardTab, words: ReportWords): string => name ?? tableName(by, words);

/** Visits by one dimension: a table with a bar for each row. `most` limits the rows. */
export const BreakdownCard = ({
  by,
  rows: found,
  links,
  most,
  naming,
  note,
  tabs = [],
  columns = columnsFor(by, found),
  texts = [],
  title = tableName(by, useLocale().words),
}: {
  by: Dimension;
  rows: readonly ReportRow[];
  links: TableLinks;
  most: number;
  naming: Naming;
  note?: Child;
  /** The tables of the card with their URLs, this one among them. */
  tabs?: readonly CardTab[] | undefined;
  columns?: readonly Column[];
  /** Columns before the numbers. */
  texts?: readonly TextColumn[];
  /** Its name, if it is not the usual one. */
  title?: string;
}) => {
  const { words } = useLocale();
  const rows = namedRows(by, found, naming);
  const shown = rows.slice(0, most);
  const highest = Math.max(0, ...shown.map(({ bar }) => bar.scans + bar.clicks));
  return (
    <section class="panel">
      <div class="panel-head">
        <h2 class={tabs.length > 1 ? "hidden" : undefined}>{title}</h2>
        {tabs.length > 1 && (
          <Tabs
            label={tabs.map((tab) => nameOf(tab, words)).join(", ")}
            part="tables"
            tabs={tabs.map((tab) => ({
              name: nameOf(tab, words),
              href: tab.href,
              isShown: tab.by === by,
            }))}
          />
        )}
        {links.csv && (
          <a href={links.csv(by)} aria-label={filled(words.asCsv, { name: title })} download>
            CSV
          </a>
        )}
      </div>
      <table class="figures">
        <caption class="hidden">{filled(words.visitsBy, { name: title })}</caption>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            {texts.map(({ label }) => (
              <th scope="col" class="number">
                {label}
              </th>
            ))}
            {columns.map(({ label }) => (
              <th scope="col" class="number">
                {words[label]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row {...{ by, row, links, columns, texts, highest }} />
          ))}
        </tbody>
      </table>
      {note && <div class="quiet">{note}</div>}
      {links.all && rows.length > most && (
        <p>
          <a href={links.all(by)}>
            {title}: show all {count(rows.length)}
          </a>
        </p>
      )}
    </section>
  );
};

const Row = ({
  by,
  row,
  links,
  columns,
  texts,
  highest,
}: {
  by: Dimension;
  row: NamedRow;
  links: TableLinks;
  columns: readonly Column[];
  texts: readonly TextColumn[];
  highest: number;
}) => {
  const locale = useLocale();
  const isLink = links.row !== null && isFilter(by) && isValue(by, row.key);
  return (
    <tr data-row={isLink ? "" : undefined}>
      <th scope="row">
        {links.row && isLink ? (
          <a href={links.row(by, row.key)}>
            <bdi>{row.name}</bdi>
          </a>
        ) : (
          <bdi>{row.name}</bdi>
        )}
        {row.detail && (
          <small>
            {" "}
            <bdi>{row.detail}</bdi>
          </small>
        )}
        <ShareBar scans={row.bar.scans} clicks={row.bar.clicks} most={highest} />
      </th>
      {texts.map(({ text }) => (
        <td class="number">{text(row.key)}</td>
      ))}
      {columns.map(({ value }) => {
        const number = value(row);
        return <td class="number">{number === null ? "–" : count(number, locale)}</td>;
      })}
    </tr>
  );
};

/** A horizontal bar behind a row of a breakdown: its scans and clicks, as shares of the highest row's people. */
export const ShareBar = ({ scans, clicks, most }: { scans: number; clicks: number; most: number }) => {
  const share = (value: number): number => (most > 0 ? rounded((value / most) * 100) : 0);
  return (
    <svg
      class="share-bar"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {scans > 0 && <rect class="bar-scans" width={share(scans)} height="4" />}
      {clicks > 0 && <rect class="bar-clicks" x={share(scans)} width={share(clicks)} height="4" />}
    </svg>
  );
};
