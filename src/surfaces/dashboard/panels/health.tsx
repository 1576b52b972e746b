import { getLinkHealth } from "../../../extras/health/health-store.ts";
import type { DestinationHealth, HealthOutcome } from "../../../extras/health/outcome.ts";
import type { Link } from "../../../features/links/link.ts";
import { Badge } from "../components/badge.tsx";
import { Time } from "../components/facts.tsx";
import { Table } from "../components/table.tsx";
import type { DashboardContext } from "../layout/context.ts";
import type { LinkPanel } from "./panel.ts";

type Kind = Parameters<typeof Badge>[0]["kind"];

/** The results of checks: a label, and a sentence about what shoppers get. */
const RESULTS: Readonly<Record<HealthOutcome, { label: string; kind: Kind; sentence: string }>> = {
  fine: { label: "Responds", kind: "good", sentence: "" },
  moved: { label: "Moved", kind: "warn", sentence: "It redirects permanently. Use the new URL." },
  slow: { label: "Too slow", kind: "quiet", sentence: "No response within 10 seconds." },
  blocked: {
    label: "Not checked",
    kind: "quiet",
    sentence: "The site does not let programs look. Open it yourself to be sure.",
  },
  failing: { label: "Server error", kind: "bad", sentence: "The site has an error." },
  gone: { label: "Not found", kind: "bad", sentence: "The page or the site no longer exists." },
  soft_404: {
    label: "Other page",
    kind: "bad",
    sentence: "The shop shows its home page or a search instead of the product.",
  },
};

/** The longest text of a URL. */
const MAX_SHOWN = 70;

/** A URL without its protocol, cut. */
const Url = ({ url }: { url: string }) => {
  const text = url.replace(/^https?:\/\//, "");
  return (
    <a href={url} rel="noreferrer" class="checked-url">
      {text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}
    </a>
  );
};

/** The checks of the destinations of a link. */
export async function healthOfLink({ var: { workspace, dependencies } }: DashboardContext, { id }: Link) {
  const health = await getLinkHealth(workspace.actor, id, dependencies);
  const broken = health.filter((each) => each.broken);
  return {
    attention: broken.length > 0 && <BrokenDestinations health={broken} />,
    section: <Health health={health} />,
  } satisfies LinkPanel;
}

/** The destinations that fail, each in a line of the list of what needs attention. */
const BrokenDestinations = ({ health }: { health: readonly DestinationHealth[] }) => (
  <>
    {health.map(({ url, outcome, failingSince }) => (
      <li>
        <Url url={url} /> does not work. {RESULTS[outcome].sentence} First noticed: <Time at={failingSince} />
      </li>
    ))}
  </>
);

/** The last check of each URL that the link can redirect to; nothing before the first. */
const Health = ({ health }: { health: readonly DestinationHealth[] }) =>
  health.length === 0 ? null : (
    <section class="section" id="health">
      <h2>Weekly check</h2>
      <Table
        caption="Whether the destinations respond"
        columns={["Destination", "Result", "Checked"]}
        rows={health.map(({ url, outcome, status, redirects, checkedAt }) => [
          <>
            <Url url={url} />
            {redirects.length > 0 && (
              <details>
                <summary>{redirects.length === 1 ? "One redirect" : `${redirects.length} redirects`}</summary>
                <ol>
                  {redirects.map((each) => (
                    <li class="checked-url">{each}</li>
                  ))}
                </ol>
              </details>
            )}
          </>,
          <>
            <Badge kind={RESULTS[outcome].kind}>{RESULTS[outcome].label}</Badge>
            {status !== null && status >= 400 && <small class="quiet"> HTTP {status}</small>}
            {RESULTS[outcome].sentence && (
              <>
                <br />
                <small class="quiet">{RESULTS[outcome].sentence}</small>
              </>
            )}
          </>,
          <Time at={checkedAt} />,
        ])}
      />
    </section>
  );
