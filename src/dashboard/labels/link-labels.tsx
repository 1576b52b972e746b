import type { Link } from "../../links/link.ts";
import { stateOf, type TimedLink } from "../../links/link-state.ts";
import { Badge } from "../components/facts.tsx";
import { STATUS_NAMES } from "./link-words.ts";
import { STATE_NAMES, StateBadge } from "./schedule.tsx";

/** Whether a link is switched on. */
export const Status = ({ link }: { link: Pick<Link, "status"> }) => (
  <Badge kind={link.status === "active" ? "good" : "quiet"}>{STATUS_NAMES[link.status]}</Badge>
);

/** What a link is now, beside its name: a dot, and the word where it does not lead on. */
export const StateMark = ({ link, now }: { link: TimedLink; now: Date }) =>
  stateOf(link, now) === "running" ? (
    <span class="state-dot">
      <span class="hidden">{STATE_NAMES.running}</span>
    </span>
  ) : (
    <StateBadge state={stateOf(link, now)} />
  );

/** Tags, each as a link to all links that have it; of more than `most`, only so many. */
export const Tags = ({
  path,
  tags,
  most = tags.length,
}: {
  path: string;
  tags: readonly string[];
  most?: number;
}) =>
  tags.length > 0 ? (
    <span class="tags">
      {tags.slice(0, most).map((tag) => (
        <a class="tag" href={`${path}?tag=${encodeURIComponent(tag)}`}>
          <bdi>{tag}</bdi>
        </a>
      ))}
      {tags.length > most && <small title={tags.slice(most).join(", ")}>+{tags.length - most}</small>}
    </span>
  ) : null;
