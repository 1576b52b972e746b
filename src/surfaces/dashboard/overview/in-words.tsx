import type { Child } from "hono/jsx";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import type { VisitNumbers } from "../../../features/visits/statistics.ts";
import { daysOf } from "../../../features/visits/visit-range.ts";
import { count } from "../charts/numbers.ts";
import type { Workspace } from "../layout/context.ts";
import { Icon } from "../layout/icon.tsx";
import type { AttentionLine } from "../panels/attention-line.ts";
import type { VisitPart } from "../panels/visit-part.ts";
import { beforeWords } from "../visit-report/periods.ts";
import type { TopLink } from "../visit-report/top-links.tsx";
import { totalsBefore, visits } from "../visit-report/totals.tsx";
import type { VisitQuery } from "../visit-report/visit-query.ts";

/** From this multiple of the earlier visits on, a percentage says less than "3 times as many". */
const TIMES = 3;

/** The numbers of a report in words: visits, their change, what brought most, and what is wrong. */
export const InWords = ({
  workspace,
  query,
  report,
  totals,
  top: [most],
  attention: { lines },
  parts,
}: {
  workspace: Workspace;
  query: VisitQuery;
  report: VisitReport;
  totals: VisitNumbers;
  top: readonly TopLink[];
  attention: { lines: readonly AttentionLine[] };
  parts: readonly VisitPart[];
}) => {
  const [now, before] = [visits(totals), totalsBefore(report)];
  const earlier = query.compare && beforeWords(query.compare, daysOf(report).length);
  const silent = lines.filter(({ kind }) => kind === "code.not_scanned").length;
  const broken = lines.filter(({ kind }) => kind === "destination_broken").length;
  const wrong: Child[] = [
    silent > 0 && `${count(silent)} ${silent === 1 ? "code is" : "codes are"} silent`,
    broken > 0 && `${count(broken)} ${broken === 1 ? "destination is" : "destinations are"} broken`,
  ].filter(Boolean);
  return (
    <p class="in-words">
      <strong>
        {count(now)} {now === 1 ? "visit" : "visits"}
      </strong>
      {before && earlier && changeText(now, visits(before), earlier)}.
      {most && (
        <>
          {" "}
          <a href={`${workspace.base}/links/${most.key}`}>
            <bdi>{most.name ?? "A link without a name"}</bdi>
          </a>{" "}
          brought {visits(most) === now ? "all of them" : "most"}.
        </>
      )}
      {parts.map(({ sentence }) => sentence !== undefined && <> {sentence}.</>)}
      {wrong.length > 0 && (
        <>
          {" "}
          <a href="#attention">{wrong.join(", and ")}</a>.
        </>
      )}
    </p>
  );
};

/** How visits changed, after their number: ", 55 % more than 5 weeks before". */
function changeText(now: number, before: number, earlier: string): string {
  if (before === 0) return now === 0 ? "" : `, and none ${earlier}`;
  const [times, percent] = [now / before, Math.round((Math.abs(now - before) / before) * 100)];
  if (percent === 0) return `, as many as ${earlier}`;
  if (times >= TIMES) return `, ${count(Number(times.toPrecision(2)))} times as many as ${earlier}`;
  return `, ${percent} % ${now > before ? "more" : "fewer"} than ${earlier}`;
}

/** The lines that are always shown. The chart shall be in sight below them. */
const FIRST_LINES = 3;

/** Links and webhooks with problems, and other alerts, if any: a line each. */
export const NeedsAttention = ({
  workspace: { base },
  attention: { lines, more },
}: {
  workspace: Workspace;
  attention: { lines: readonly AttentionLine[]; more: boolean };
}) => {
  const rest = lines.slice(FIRST_LINES);
  if (lines.length === 0) return null;
  return (
    <section class="panel amber needs" id="attention">
      <h2>Needs attention</h2>
      <Lines base={base} lines={lines.slice(0, FIRST_LINES)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <Lines base={base} lines={rest} />
          {more && <p class="quiet">More links have problems; these are the newest.</p>}
        </details>
      )}
    </section>
  );
};

/** A list of lines. `base` is the path of the organization's screens. */
const Lines = ({ base, lines }: { base: string; lines: readonly AttentionLine[] }) => (
  <ul>
    {lines.map(({ icon, path, name, text }) => (
      <li data-row="">
        <Icon name={icon} />
        <span>
          <a href={base + path}>
            <bdi>{name}</bdi>
          </a>{" "}
          {text}
        </span>
      </li>
    ))}
  </ul>
);
