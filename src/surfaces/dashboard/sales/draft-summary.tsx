import type { SalesReview } from "../../../extras/sales/review-sales-report.ts";
import { count } from "../charts/numbers.ts";
import { Actions, Button, Form } from "../components/actions.tsx";
import { Facts } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { retailerName } from "../visit-report/row-names.ts";
import { daysText, exactMoney, markOf, networkText } from "./sales-view.ts";
import { TotalsTable } from "./totals-table.tsx";

const list = new Intl.ListFormat("en-GB");

/** Why a draft can't be confirmed: its rows by number and column. */
export const DraftProblems = ({ review: { reading } }: { review: SalesReview }) => (
  <section class="section" aria-labelledby="draft-problems">
    <Notice kind="problem">
      {reading.fileProblem ??
        `${count(reading.problemCount)} ${reading.problemCount === 1 ? "cell" : "cells"} can’t be read. Correct the file and add it again, or choose other columns below.`}
    </Notice>
    {reading.problems.length > 0 && (
      <>
        <h2 id="draft-problems">Problems</h2>
        <Table
          caption="Problems"
          columns={["Row", "Column", "Problem"]}
          rows={reading.problems.map(({ row, heading, message }) => [
            String(row),
            <bdi>{heading || "–"}</bdi>,
            <>
              It <bdi>{message}</bdi>.
            </>,
          ])}
        />
        {reading.problemCount > reading.problems.length && (
          <p class="hint">These are the first {count(reading.problems.length)}.</p>
        )}
      </>
    )}
  </section>
);

/** What a draft says, and what changes if it is confirmed. */
export const DraftSummary = ({ review, path }: { review: SalesReview; path: string }) => {
  const { report, reading, isAhead, totals, replaced, replacedTotals, missingRetailers, otherAccounts } =
    review;
  const { summed } = reading;
  if (!summed) return null;
  // What was chosen for the last file is not asked again, and may be wrong for this one.
  const isChosen = !reading.columns.has("currency") && reading.as.currency === report.choices.currency;
  const known = summed.rowCount - summed.unknownRows;
  return (
    <div class="sheet">
      <Facts
        facts={[
          ["Network", <bdi>{networkText(report)}</bdi>],
          ["Days", daysText(summed.firstDay, summed.lastDay)],
          ["Currency", isChosen && `${report.choices.currency}, as chosen`],
          ["Rows", count(summed.rowCount)],
          ["Of your links", `${count(known)} (${Math.round((known / summed.rowCount) * 100)} %)`],
          ["Not of your links", summed.unknownRows > 0 && count(summed.unknownRows)],
        ]}
      />
      {known === 0 && (
        <Notice kind="warn">
          No row has a {markOf(report.network)} of your links. Its sales are kept, as not of your links.
        </Notice>
      )}
      {isAhead && (
        <Notice kind="warn">
          Its last day is in the future. Check below whether the day or the month comes first in its dates.
        </Notice>
      )}
      <TotalsTable caption="Sales in the report" rows={totals} />
      <Replaced replaced={replaced} totals={replacedTotals} />
      {missingRetailers.length > 0 && (
        <Notice kind="warn">
          The replaced days have sales of {list.format(missingRetailers.map(retailerName))}, and this report
          has none. If it is of another account, name the account below.
        </Notice>
      )}
      {otherAccounts.length > 0 && (
        <Notice kind="warn">
          Reports of{" "}
          {list.format(
            otherAccounts.map((account) => (account === "" ? "an account without a name" : account)),
          )}{" "}
          cover these days too. The sales of both are added up.
        </Notice>
      )}
      <div class="two-forms">
        <Form action={`${path}/confirm`}>
          <Actions>
            <Button>Confirm the report</Button>
          </Actions>
        </Form>
        <Form action={`${path}/discard`}>
          <Actions>
            <Button emphasis="plain">Discard</Button>
          </Actions>
        </Form>
      </div>
    </div>
  );
};

/** The reports whose days a draft takes the place of. */
const Replaced = ({
  replaced,
  totals,
}: {
  replaced: SalesReview["replaced"];
  totals: SalesReview["replacedTotals"];
}) =>
  replaced.length === 0 ? (
    <p class="hint">It replaces no earlier report.</p>
  ) : (
    <Notice kind="note">
      It replaces{" "}
      {totals.length > 0
        ? list.format(
            totals.map((row) => `${exactMoney(row.amount, row.currency)} from ${orders(row.orders)}`),
          )
        : "days without sales"}{" "}
      of:
      <ul>
        {replaced.map(({ report, from, to }) => (
          <li>
            <bdi>{report.fileName}</bdi>, {daysText(from, to)}
          </li>
        ))}
      </ul>
    </Notice>
  );

const orders = (number: number): string => `${count(number)} ${number === 1 ? "order" : "orders"}`;
