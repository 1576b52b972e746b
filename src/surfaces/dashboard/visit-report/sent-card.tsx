import type { ReportRow } from "../../../features/visits/breakdown.ts";
import { zeroVisits } from "../../../features/visits/statistics.ts";
import { percentsOf } from "../../../ground/core/percents.ts";
import { count } from "../charts/numbers.ts";
import { LinkButton } from "../components/actions.tsx";
import { shareInterval, splitVerdict } from "../labels/share-interval.ts";
import { useLocale } from "../layout/locale.tsx";
import { BreakdownCard, type TextColumn } from "./breakdown-card.tsx";
import type { SentPlaces } from "./sent-places.ts";
import { VISITS } from "./table-rows.ts";

const visitsIn = ({ scans, clicks }: Pick<ReportRow, "scans" | "clicks">): number => scans + clicks;

/** The places that a link sent people to, with their shares. The report of a split compares them with its plan. */
export const SentCard = ({
  sent,
  rows: found,
  ...card
}: Omit<Parameters<typeof BreakdownCard>[0], "by" | "note" | "title" | "columns" | "texts"> & {
  sent: SentPlaces;
}) => {
  const { names, planned } = sent;
  const rows = rowsOf(sent, found);
  const all = rows.reduce((sum, row) => sum + visitsIn(row), 0);
  const percents = percentsOf(rows.map(visitsIn));
  const shares: TextColumn = {
    label: "Share",
    text(key) {
      const index = rows.findIndex((each) => each.key === key);
      const row = rows[index];
      if (!row || all === 0) return "";
      const { low, high } = shareInterval(visitsIn(row), all);
      const range = `(${Math.round(low * 100)}–${Math.round(high * 100)})`;
      return (
        <>
          <span class="unbroken">{percents[index]} %</span>
          {planned && (
            <>
              {" "}
              <small class="unbroken">{range}</small>
            </>
          )}
        </>
      );
    },
  };
  const plan: TextColumn = {
    label: "Planned",
    text: (key) => (planned?.has(key) ? `${planned.get(key)} %` : "–"),
  };
  return (
    <BreakdownCard
      {...card}
      by="choice"
      title={useLocale().words.sentTo}
      rows={rows}
      naming={{ ...card.naming, keepsZeros: true }}
      columns={[VISITS]}
      texts={planned ? [plan, shares] : [shares]}
      note={
        <>
          {planned && <Verdict planned={planned} rows={rows.filter(({ key }) => names.has(key))} />}
          {sent.hasConditions && (
            <p>Rows have conditions, so shares of all visits differ from those that are planned.</p>
          )}
          {sent.isSplit && <Sales {...sent} />}
        </>
      }
    />
  );
};

const NO_VISITS = { ...zeroVisits(), visitors: null, publicName: null, linkName: null };

/** The rows by their places, with those that nobody was sent to, and those that the link had before. */
function rowsOf({ names }: SentPlaces, found: readonly ReportRow[]): ReportRow[] {
  const known = Array.from(
    names,
    ([key, name]): ReportRow => ({
      ...NO_VISITS,
      ...found.find((row) => row.key === key),
      key,
      name,
    }),
  );
  const removed = found
    .filter(({ key }) => !names.has(key))
    .map((row) => ({ ...row, name: `${row.name ?? row.key} (removed)` }));
  return [...known, ...removed];
}

/** What the difference between the plan and the counts is worth. */
const Verdict = ({ planned, rows }: { planned: ReadonlyMap<string, number>; rows: readonly ReportRow[] }) => {
  const verdict = splitVerdict(
    rows.map((row) => ({ part: visitsIn(row), planned: planned.get(row.key) ?? 0 })),
  );
  const brackets = "In brackets: where the share probably is (95 %).";
  if (verdict.kind === "early")
    return (
      <p>
        <strong>Too early to say.</strong> From {count(verdict.from)} visits on, a share is known within 5
        points. {brackets}
      </p>
    );
  if (verdict.kind === "planned")
    return (
      <p>
        <strong>As planned.</strong> What differs is chance. {brackets}
      </p>
    );
  return (
    <p>
      <strong>Not as planned.</strong> Chance alone rarely makes such a difference. The shares may have been
      changed in this period. {brackets}
    </p>
  );
};

/** How to see which place sold more: this counts only where people were sent. */
const Sales = ({ marks, markPath }: SentPlaces) => {
  if (!marks)
    return (
      <p>This counts where people were sent. What sold is in the reports of the shops, by the tag of each.</p>
    );
  const list = marks.marks.join(", ");
  if (marks.isMarked)
    return (
      <p>
        This counts where people were sent. What sold is in your shop’s reports, by utm_content:{" "}
        <bdi>{list}</bdi>.
      </p>
    );
  return (
    <>
      <p>This counts where people were sent. To see what sold, mark each page.</p>
      {markPath !== null && <LinkButton href={markPath}>{`Add utm_content=${list}`}</LinkButton>}
    </>
  );
};
