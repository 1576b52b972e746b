import type { Link } from "../../links/link.ts";
import { Badge } from "../components/facts.tsx";
import { STATUS_NAMES } from "./link-words.ts";

/** Whether a link is switched on. */
export const Status = ({ link }: { link: Pick<Link, "status"> }) => (
  <Badge kind={link.status === "active" ? "good" : "quiet"}>{STATUS_NAMES[link.status]}</Badge>
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
      {tags.length > most && <small>and {tags.length - most} more</small>}
    </span>
  ) : null;
