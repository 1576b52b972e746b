import { SCOPE_WORDS } from "../../access/scope-words.ts";
import type { FieldChange } from "../../audit/activity.ts";

/** The most text of a value that is shown, in UTF-16 units. */
const MOST_TEXT = 80;
/** The most fields that are shown of one change. */
const MOST_FIELDS = 8;

/** The fields of keys, projects and members as people say it; those of links are as the API writes them. */
const FIELDS: Readonly<Record<string, string>> = {
  name: "Name",
  role: "Role",
  projects: "Projects",
  scopes: "May",
  expiresAt: "Ends",
  revokedAt: "Revoked",
  archivedAt: "Archived",
  status: "Status",
  publicName: "Public name",
  tags: "Tags",
};

/** What a change changed, field by field. Null: more than fits into a list. */
export const Changes = ({ changes }: { changes: readonly FieldChange[] | null }) => {
  if (changes === null) return <span class="quiet">More than fits here</span>;
  // The creation of a link is recorded without its fields, and that of anything else with all of them.
  if (changes.length === 0) return <span>Created</span>;
  const creates = changes.some(({ field, from }) => ["name", "role"].includes(field) && from === undefined);
  return (
    <ul class="changes">
      {creates && <li>Created</li>}
      {changes.slice(0, MOST_FIELDS).map((change) => (
        <li>
          <span class="quiet">
            {Object.hasOwn(FIELDS, change.field) ? FIELDS[change.field] : change.field}:
          </span>{" "}
          <Values {...change} />
        </li>
      ))}
      {changes.length > MOST_FIELDS && <li class="quiet">and {changes.length - MOST_FIELDS} more</li>}
    </ul>
  );
};

const Values = ({ from, to }: FieldChange) => {
  if (from === undefined) return <bdi>{inWords(to)}</bdi>;
  return (
    <>
      <del>
        <bdi>{inWords(from)}</bdi>
      </del>{" "}
      {to === undefined ? (
        <span class="quiet">removed</span>
      ) : (
        <>
          <span aria-hidden="true">→ </span>
          <ins>
            <bdi>{inWords(to)}</bdi>
          </ins>
        </>
      )}
    </>
  );
};

const labels = new Map<unknown, string>(SCOPE_WORDS.map(({ scope, label }) => [scope, label]));

/** A value as text: times without their milliseconds, lists with commas, anything else as JSON. */
function inWords(value: unknown): string {
  const text =
    Array.isArray(value) && value.every((each) => typeof each === "string") ? listed(value) : plain(value);
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}

const listed = (values: readonly string[]): string =>
  values.length === 0 ? "none" : values.map((value) => labels.get(value) ?? value).join(", ");

function plain(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):[\d.]+Z$/.exec(value) ?? [];
  return day && time ? `${day}, ${time} UTC` : value;
}
