import type { Link } from "../../links/link.ts";
import { Badge } from "../components/facts.tsx";
import { STATUS_NAMES } from "./link-words.ts";

/** Whether a link is switched on. */
export const Status = ({ link }: { link: Pick<Link, "status"> }) => (
  <Badge kind={link.status === "active" ? "good" : "quiet"}>{STATUS_NAMES[link.status]}</Badge>
);

/** The same beside a name: a dot, and the word where the link does not work. */
export const StateMark = ({ link }: { link: Pick<Link, "status"> }) =>
  link.status === "active" ? (
    <span class="state-dot">
      <span class="hidden">{STATUS_NAMES.active}</span>
    </span>
  ) : (
    <Status link={link} />
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
