import { changesBetween, type FieldChange } from "../../audit/activity.ts";
import { labelOf } from "./form-words.ts";
import { inWords } from "./value-words.ts";

/** The most text of a value that is shown, in UTF-16 units. */
const MAX_TEXT = 80;
/** The same where all fields are shown. */
const WHOLE_TEXT = 2_000;
/** The most fields that are shown of one change. */
const MAX_FIELDS = 8;

/** Fields of which the form of a link has no words. */
const FIELDS: Readonly<Record<string, string>> = {
  role: "Role",
  projects: "Projects",
  scopes: "May",
  rotatedFrom: "Takes the place of the key",
  expiresAt: "Ends",
  revokedAt: "Revoked",
  archivedAt: "Archived",
  timeZone: "Time zone",
  tracking: "Campaign",
  location: "Store",
  options: "Options",
  page: "Page with the shops",
  schedule: "Schedule",
  destination: "Leads to",
  identifier: "Identifier",
  host: "Domain",
  domain: "Domain",
  confirmed: "Confirmed",
  takenBack: "Taken back by the operator",
  rootUrl: "Start page",
  notFoundUrl: "Page for unknown links",
  name: "Name",
  brand: "Brand",
  "brand.name": "Brand name",
  "brand.accent": "Color",
  "brand.logo": "Logo",
  "brand.logoUrl": "Logo",
  "brand.imprintUrl": "Legal notice",
  "brand.privacyUrl": "Privacy notice",
  codeStyle: "Code style",
  "codeStyle.color": "Color",
  "codeStyle.background": "Background",
  "codeStyle.modules": "Modules",
  "codeStyle.finders": "Corners",
  "codeStyle.logo": "Logo",
  "codeStyle.frame": "Frame",
  "codeStyle.frameText": "Own text",
};

/** Objects that are shown by their fields, also when they are added or removed as a whole. */
const BY_FIELDS = ["schedule", "brand", "codeStyle", "tracking", "tracking.utm", "location"];

/** A change by the fields of its object. */
export const byFields = ({ field, from, to }: FieldChange): FieldChange[] =>
  BY_FIELDS.includes(field)
    ? changesBetween({ [field]: from ?? {} }, { [field]: to ?? {} }).flatMap(byFields)
    : [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];

/** What a change changed, field by field. Null: more than fits into a list. */
export const Changes = ({
  changes,
  all = false,
}: {
  changes: readonly FieldChange[] | null;
  /** Whether every field is shown, and not only as many as fit into a list. */
  all?: boolean;
}) => {
  if (changes === null) return <span class="quiet">More than fits here</span>;
  // The creation of a link is recorded without its fields, and that of anything else with all of them.
  if (changes.length === 0) return <span>Created</span>;
  const creates = changes.some(
    ({ field, from }) => ["name", "role", "host"].includes(field) && from === undefined,
  );
  const removes = changes.some(({ field, to }) => field === "removed" && to === true);
  const shown = changes.filter(({ field }) => !removes || field !== "removed").flatMap(byFields);
  const most = all ? shown.length : MAX_FIELDS;
  return (
    <ul class="changes">
      {creates && <li>Created</li>}
      {removes && <li>Removed</li>}
      {shown.slice(0, most).map((change) => (
        <li>
          <span class="quiet">{fieldLabel(change.field)}:</span>{" "}
          <Values {...change} most={all ? WHOLE_TEXT : MAX_TEXT} />
        </li>
      ))}
      {shown.length > most && <li class="quiet">and {shown.length - most} more</li>}
    </ul>
  );
};

/** The label of a field; for a shop of a choice, with the shop's key. */
export function fieldLabel(field: string): string {
  const [, key] = /^offers\.([a-z0-9-]+)\.destination$/.exec(field) ?? [];
  if (key !== undefined) return `Shop ${key} leads to`;
  return FIELDS[field] ?? labelOf(field);
}

const Values = ({ field, from, to, most }: FieldChange & { most: number }) => {
  if (from === undefined) return <bdi>{inWords(field, to, most)}</bdi>;
  return (
    <>
      <del>
        <bdi>{inWords(field, from, most)}</bdi>
      </del>{" "}
      {to === undefined ? (
        <span class="quiet">removed</span>
      ) : (
        <>
          <span aria-hidden="true">→ </span>
          <ins>
            <bdi>{inWords(field, to, most)}</bdi>
          </ins>
        </>
      )}
    </>
  );
};
