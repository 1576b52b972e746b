import type { MemberActor } from "../../../features/access/actor.ts";
import { mayKnowMember } from "../../../features/access/permissions.ts";
import { changesBetween, type FieldChange } from "../../../features/writes/activity.ts";
import { MARKETPLACES } from "../../../ground/core/marketplaces.ts";
import { labelOf } from "./form-labels.ts";
import { valueText } from "./values.ts";

/** The longest text of a value, in UTF-16 units: in a list, and where all fields are shown. */
const MAX_TEXT = 80;
const MAX_WHOLE_TEXT = 2_000;
/** How many fields of one change a list shows. */
const MAX_FIELDS = 8;

/** Labels of fields that are not in the form of a link. */
const FIELDS: Readonly<Record<string, string>> = {
  role: "Role",
  signedInBy: "Signed in by",
  passkey: "Passkey",
  projects: "Projects",
  scopes: "Permissions",
  rotatedFrom: "Replaces the key",
  expiresAt: "Ends",
  language: "Language",
  sales: "Sales",
  revokedAt: "Revoked",
  note: "Note",
  mail: "Sent by mail",
  url: "URL",
  types: "Events",
  description: "Description",
  address: "Address",
  archivedAt: "Archived",
  timeZone: "Time zone",
  tracking: "Campaign",
  location: "Store",
  options: "Options",
  page: "Page with the shops",
  schedule: "Schedule",
  card: "Card in messages",
  destination: "Opens",
  identifier: "Name in its address",
  host: "Domain",
  domain: "Domain",
  confirmed: "Confirmed",
  takenBack: "Taken back by the operator",
  rootUrl: "Start page",
  notFoundUrl: "Page for unknown links",
  iosApps: "iPhone apps",
  androidApps: "Android apps",
  appAddresses: "Links that open apps",
  name: "Name",
  brand: "Brand",
  "brand.name": "Brand name",
  "brand.accent": "Color",
  "brand.logo": "Logo",
  "brand.logoUrl": "Logo",
  "brand.imprintUrl": "Legal notice",
  "brand.privacyUrl": "Privacy notice",
  affiliate: "Commission",
  "affiliate.marketplace": "Commission of Amazon",
  "affiliate.marketplace.tagOnScans": "Tag on scans",
  ...Object.fromEntries(
    Object.entries(MARKETPLACES).map(([country, host]) => [
      `affiliate.marketplace.tags.${country}`,
      `Tag for ${host}`,
    ]),
  ),
  "affiliate.subIds": "Beside orders in reports",
  "affiliate.bigbox_w": "Commission of Walmart",
  "affiliate.bigbox_w.url": "Affiliate URL for Walmart",
  "affiliate.bigbox_t": "Commission of Target",
  "affiliate.bigbox_t.url": "Affiliate URL for Target",
  codeStyle: "Code style",
  "codeStyle.color": "Color",
  "codeStyle.background": "Background",
  "codeStyle.surface": "Printed or placed on",
  "codeStyle.modules": "Modules",
  "codeStyle.finders": "Corners",
  "codeStyle.logo": "Logo",
  "codeStyle.frame": "Frame",
  "codeStyle.frameText": "Own text",
};

/** Objects that are shown by their fields, also when they are added or removed as a whole. */
const BY_FIELDS = [
  "affiliate",
  "affiliate.marketplace",
  "affiliate.marketplace.tags",
  "affiliate.bigbox_w",
  "affiliate.bigbox_t",
  "schedule",
  "card",
  "brand",
  "codeStyle",
  "tracking",
  "tracking.utm",
  "location",
];

/** A change by the fields of its object; of the shops of a choice, those that differ, and their order. */
export const byFields = ({ field, from, to }: FieldChange): FieldChange[] => {
  if (BY_FIELDS.includes(field))
    return changesBetween({ [field]: from ?? {} }, { [field]: to ?? {} }).flatMap(byFields);
  if (field === "offers" && Array.isArray(from) && Array.isArray(to)) return byShops(from, to);
  return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
};

function byShops(from: readonly { key?: string }[], to: readonly { key?: string }[]): FieldChange[] {
  const [before, after] = [from, to].map((shops) =>
    Object.fromEntries(shops.map((shop, index) => [shop.key ?? index, [shop]])),
  );
  const changes = changesBetween(before ?? {}, after ?? {}, "offers.");
  const order = (shops: readonly { key?: string }[]) => shops.map(({ key }) => key).join(", ");
  return changes.length > 0 ? changes : [{ field: "offers", from: order(from), to: order(to) }];
}

/** The fields that a change changed. Null: too many to be recorded. */
export const Changes = ({
  changes,
  all = false,
}: {
  changes: readonly FieldChange[] | null;
  all?: boolean;
}) => {
  if (changes === null) return <span class="quiet">Too many changes to show</span>;
  // The creation of a link is recorded without its fields, other creations with all of them.
  if (changes.length === 0) return <span>Created</span>;
  const creates = changes.some(
    ({ field, from }) => ["name", "role", "host"].includes(field) && from === undefined,
  );
  const removes = changes.some(({ field, to }) => field === "removed" && to === true);
  const shown = changes.filter(({ field }) => !removes || field !== "removed").flatMap(byFields);
  const max = all ? shown.length : MAX_FIELDS;
  return (
    <ul class="changes">
      {creates && <li>Created</li>}
      {removes && <li>Removed</li>}
      {shown.slice(0, max).map((change) => (
        <li>
          <span class="quiet">{fieldLabel(change.field)}:</span>{" "}
          <Values {...change} max={all ? MAX_WHOLE_TEXT : MAX_TEXT} />
        </li>
      ))}
      {shown.length > max && <li class="quiet">and {shown.length - max} more</li>}
    </ul>
  );
};

/** The label of a field; for a shop of a choice, with the shop's key. */
export function fieldLabel(field: string): string {
  const [, shop] = /^offers\.([a-z0-9-]+)$/.exec(field) ?? [];
  if (shop !== undefined) return `Shop ${shop}`;
  const [, key] = /^offers\.([a-z0-9-]+)\.destination$/.exec(field) ?? [];
  if (key !== undefined) return `Shop ${key} opens`;
  return FIELDS[field] ?? labelOf(field);
}

const Values = ({ field, from, to, max }: FieldChange & { max: number }) => {
  if (from === undefined) return <bdi>{valueText(field, to, max)}</bdi>;
  return (
    <>
      <del>
        <bdi>{valueText(field, from, max)}</bdi>
      </del>{" "}
      {to === undefined ? (
        <span class="quiet">removed</span>
      ) : (
        <>
          <span aria-hidden="true">→ </span>
          <ins>
            <bdi>{valueText(field, to, max)}</bdi>
          </ins>
        </>
      )}
    </>
  );
};

/** What a member without a name is called: one who has left, or one whom this person may not see. */
export const nameless = (actor: MemberActor, memberId: string): string =>
  mayKnowMember(actor, memberId) ? "A member who has left" : "A member";
