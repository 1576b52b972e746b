import { THE_REST } from "../../visits/breakdown.ts";
import type { Breakdown } from "../../visits/report-answers.ts";
import { isUnanswered, type Reason } from "../../visits/source.ts";
import { type Dimension, MAX_ROWS } from "../../visits/statistics.ts";
import { count } from "../charts/numbers.ts";
import { ShareBar } from "../charts/share-bar.tsx";
import { isFilter, isValue, rowName, TABLE_NAMES } from "./row-names.ts";

/** How many rows a table shows at first. */
export const FIRST_ROWS = 7;

/** Why there are no numbers, in words. */
export const REASONS: Readonly<Record<Reason, string>> = {
  too_old:
    "This combination is kept for 90 days. Choose a period within the last 90 days, or take a filter away.",
  too_many:
    "There are more than 100,000 days of links to look at. Choose a shorter period, a project, a tag or a link.",
  whole_days: "This is known for whole days only.",
  apart: "This is counted for all visits of a link. Take the other filters away to see it.",
};

/** Where the parts of a table lead. Null: nowhere. */
export interface TableLinks {
  row: ((by: Dimension, key: string) => string) | null;
  csv: ((by: Dimension) => string) | null;
  all: ((by: Dimension) => string) | null;
}

/** No links, for people who may not look further. */
export const NO_LINKS: TableLinks = { row: null, csv: null, all: null };

/** A title as it stands in a sentence: "QR codes" keeps its capitals. */
const inSentence = (title: string): string =>
  title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** Whether fewer links or codes have a row than there is room for: those that are certain to be the first. */
function isCutShort(by: Dimension, rows: readonly { key: string }[], most: number): boolean {
  if ((by !== "link" && by !== "qrCode") || !rows.some(({ key }) => key === THE_REST)) return false;
  return rows.filter(({ key }) => isValue(by, key)).length < Math.min(most, MAX_ROWS - 1);
}

/** Visits by one dimension: a table with a bar for each row. `rows` is how many are shown. */
export const BreakdownCard = ({
  breakdown: { by, answer },
  links,
  rows: most,
  isPublic = false,
}: {
  breakdown: Breakdown;
  links: TableLinks;
  rows: number;
  /** Whether links have their public names. */
  isPublic?: boolean;
}) => {
  const title = TABLE_NAMES[by];
  const rows = isUnanswered(answer) ? [] : answer.rows;
  const shown = rows.slice(0, most);
  const highest = Math.max(0, ...shown.map(({ scans, clicks }) => scans + clicks));
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{title}</h2>
        {links.csv && rows.length > 0 && (
          <a href={links.csv(by)} aria-label={`${title} as CSV`} download>
            CSV
          </a>
        )}
      </div>
      {isUnanswered(answer) ? (
        <p class="quiet">{REASONS[answer.unanswered]}</p>
      ) : shown.length === 0 ? (
        <p class="quiet">No visits in this period.</p>
      ) : (
        <table class="figures">
          <caption class="hidden">{`Visits by ${inSentence(title)}`}</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              {by === "visitor" ? (
                <th scope="col" class="number">
                  Visits
                </th>
              ) : (
                <>
                  <th scope="col" class="number">
                    Scans
                  </th>
                  <th scope="col" class="number">
                    Clicks
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => {
              const { name, detail } = rowName(by, row, isPublic);
              const isLink = links.row !== null && isFilter(by) && isValue(by, row.key);
              return (
                <tr data-row={isLink ? "" : undefined}>
                  <th scope="row">
                    {links.row && isLink ? (
                      <a href={links.row(by, row.key)}>
                        <bdi>{name}</bdi>
                      </a>
                    ) : (
                      <bdi>{name}</bdi>
                    )}
                    {detail && (
                      <small>
                        {" "}
                        <bdi>{detail}</bdi>
                      </small>
                    )}
                    {by !== "visitor" && <ShareBar scans={row.scans} clicks={row.clicks} most={highest} />}
                  </th>
                  {by === "visitor" ? (
                    <td class="number">{count(row.scans + row.clicks + row.robots + row.previews)}</td>
                  ) : (
                    <>
                      <td class="number">{count(row.scans)}</td>
                      <td class="number">{count(row.clicks)}</td>
                    </>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {isCutShort(by, rows, most) && (
        <p class="quiet">All others were visited about equally often, and are added up.</p>
      )}
      {links.all && rows.length > most && (
        <p>
          <a href={links.all(by)}>
            Show all {count(rows.length)} {inSentence(title)}
          </a>
        </p>
      )}
    </section>
  );
};
