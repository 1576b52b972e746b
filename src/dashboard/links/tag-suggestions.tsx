import type { Link } from "../../links/link.ts";

/** The id of the list with suggestions of tags, for fields in which a tag is typed. */
export const TAG_SUGGESTIONS = "known-tags";

/** The tags of the links that are shown, as suggestions. A script asks `url` for others. */
export const TagSuggestions = ({ links, url }: { links: readonly Link[]; url: string }) => {
  const tags = [...new Set(links.flatMap(({ tracking }) => tracking?.tags ?? []))].sort();
  return (
    <datalist id={TAG_SUGGESTIONS} data-tags={url}>
      {tags.map((tag) => (
        <option value={tag} />
      ))}
    </datalist>
  );
};
