import type { Workspace } from "../layout/context.ts";
import { Icon } from "../layout/icon.tsx";
import type { AttentionLine } from "../panels/panels.ts";

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
