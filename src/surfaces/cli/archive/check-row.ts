import * as z from "zod";
import { isCurrency } from "../../../extras/sales/read-money.ts";
import { appSettings } from "../../../features/addresses/domain-settings.ts";
import { affiliateFields } from "../../../features/brands/affiliate.ts";
import { brandFields } from "../../../features/brands/brand.ts";
import { readCardPicture } from "../../../features/brands/card-pictures.ts";
import type { UploadedLogo } from "../../../features/brands/logo-store.ts";
import { brandKey } from "../../../features/brands/logo-store.ts";
import { readLogo } from "../../../features/brands/read-logo.ts";
import { definitionOf } from "../../../features/links/link.ts";
import { fromLinkRow, type StoredLinkRow } from "../../../features/links/link-rows.ts";
import { codeStyle } from "../../../features/qr-codes/code-style.ts";
import { parseDefinition } from "../../../features/retailers/parse-definition.ts";
import { canBeDomain } from "../../../ground/core/domain-host.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { gtinProblem } from "../../../ground/core/gtin.ts";
import { parseJson } from "../../../ground/core/json.ts";
import { readKeptPath } from "../../../ground/core/kept-path.ts";
import { qrIdentifier } from "../../../ground/core/resource-parts.ts";
import { slugProblem } from "../../../ground/core/slug.ts";
import { httpUrl } from "../../../ground/core/text.ts";
import { isZone } from "../../../ground/core/zone.ts";

const LOGO_FILE = /^([0-9a-f]{24})-[0-9a-f]{32}-[\w-]{1,40}\.(?:png|jpg)$/;

/** A row of a table, as an archive and as D1 have it. */
export type Row = Readonly<Record<string, string | number | null>>;

/** Far more than anything is counted to, so that what is added to it stays exact; and than anything is sold for, in cents. */
const MAX_NUMBER = 10 ** 12;
const MAX_SOLD = 10 ** 15;

/** A line of an archive. */
export const archivedRow = z.record(
  z.string(),
  z.union([z.string(), z.int().min(-MAX_SOLD).max(MAX_SOLD), z.null()]),
);

/** The columns with a time, which may be empty where there is none. */
const TIME = /(?:_at|_until|_from|_since|end_event)$/;
const time = z.union([z.literal(""), z.iso.datetime()]);

/** JSON in a column or file. */
export const json = <T>(schema: z.ZodType<T>) =>
  z.string().transform((text, context): T => {
    try {
      return schema.parse(parseJson(text));
    } catch (error) {
      const [problem] = error instanceof z.ZodError ? error.issues : [];
      context.addIssue(problem ? `${problem.path.join(".")} ${problem.message}` : "must be JSON");
      return z.NEVER;
    }
  });

const object = () => z.record(z.string(), z.unknown());
const visits = () => z.record(z.string(), z.int().min(0).max(MAX_NUMBER));
const counts = (numbers: z.ZodType) => json(z.record(z.string(), z.record(z.string(), numbers)));
/** Our own page, or a URL. */
const destination = () => z.union([z.string().regex(/^\/[\w/-]+$/), httpUrl()]);
/** Numbers by the day of a month. */
const letters = z.string().regex(/^([A-Za-e]\d{0,12})*$/);
/** The entries of a sketch of visitors. */
const entries = z.record(z.string().regex(/^\d{1,8}$/), z.literal(1));
const sums = { totals: json(object()), apart: json(object()) };

/** Whether a link can have this address: a slug, a kept path as it is stored, or a GTIN. */
function isAddress(name: string): boolean {
  if (name.startsWith("/")) {
    const read = readKeptPath(name);
    return "path" in read && read.path === name;
  }
  return (
    slugProblem(name) === undefined || (/^01\/\d{14}$/.test(name) && gtinProblem(name.slice(3)) === undefined)
  );
}

/** What the service relies on, besides the constraints of the tables: columns by table. Others may have any content. */
const CHECKS: Readonly<Record<string, z.ZodType>> = {
  organizations: z.object({ time_zone: z.string().refine(isZone, "must be a time zone").nullable() }),
  projects: z.object({
    // A change compares the text with what was read.
    settings: z
      .string()
      .refine((text) => JSON.stringify(parseJson(text)) === text, "must be as it was exported")
      .pipe(
        json(
          z.strictObject({
            brand: brandFields.extend({ logo: z.string().regex(LOGO_FILE).optional() }).optional(),
            codeStyle: codeStyle.optional(),
            affiliate: affiliateFields.optional(),
          }),
        ),
      ),
  }),
  domains: z.object({
    host: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
      .refine(canBeDomain, "can't be a domain"),
    root_url: httpUrl().nullable(),
    not_found_url: httpUrl().nullable(),
    apps: json(z.strictObject(appSettings).required()).nullable(),
  }),
  links: z.object({
    id: z.string().regex(/^lnk_[0-9a-z]{20,60}$/i),
    short_id: z.string().regex(/^[0-9a-hjkmnp-tv-z]{8}$/),
    destination: destination(),
  }),
  link_addresses: z.object({
    name: z.string().refine(isAddress, "can't be an address"),
  }),
  link_offers: z.object({ destination: destination(), countries: json(z.array(z.string())).nullable() }),
  qr_codes: z.object({
    identifier: qrIdentifier(),
    encoded_url: httpUrl(),
    metadata: json(object()).nullable(),
    style: json(codeStyle).nullable(),
  }),
  delivery_app_pages: z.object({ page_url: httpUrl().nullable() }),
  delivery_app_routes: z.object({ routes: json(z.unknown()).nullable() }),
  activity: z.object({
    changes: json(z.array(z.looseObject({ field: z.string() }))),
    event_data: json(object()).nullable(),
  }),
  activity_values: z.object({ json: json(z.unknown()) }),
  destination_checks: z.object({ redirects: json(z.array(z.string())).nullable() }),
  utm_templates: z.object({ utm: json(z.record(z.string(), z.string())) }),
  day_notes: z.object({ day: z.iso.date() }),
  sales_reports: z.object({
    id: z.string().regex(/^sal_[0-9a-z]{26}$/),
    choices: json(object()),
    first_day: z.iso.date(),
    last_day: z.iso.date(),
    place: z.int().min(1),
  }),
  sales: z.object({ day: z.iso.date(), currency: z.string().refine(isCurrency, "must be a currency") }),
  visit_days: z.object({
    day: z.iso.date(),
    ...sums,
    counts: counts(visits()),
    visitors: json(
      z
        .record(
          z.string(),
          z.union([z.int().min(0).max(MAX_NUMBER), z.string().regex(/^[0->]{2048}$/), entries]),
        )
        .nullable(),
    ),
  }),
  visit_hours: z.object({ day: z.iso.date(), counts: json(z.record(z.string(), visits())) }),
  visit_months: z.object({
    ...sums,
    counts: counts(z.union([letters, visits(), z.array(z.int().min(0).max(MAX_NUMBER))])),
    visitors: json(z.record(z.string(), letters)),
  }),
};

/** What is wrong with a row; undefined if nothing is. */
export function problemOfRow(table: string, row: Row): string | undefined {
  const text = Object.entries(row).find(([, value]) => typeof value === "string" && value.includes("\0"));
  if (text) return `${text[0]} has a NUL character`;
  const [least, most] = table === "sales" ? [-MAX_SOLD, MAX_SOLD] : [0, MAX_NUMBER];
  const far = Object.entries(row).find(
    ([, value]) => typeof value === "number" && !(value >= least && value <= most),
  );
  if (far) return `${far[0]} must be from ${least} to ${most}`;
  const late = Object.entries(row).find(
    ([name, value]) => TIME.test(name) && value !== null && !time.safeParse(value).success,
  );
  if (late) return `${late[0]} is not a time`;
  const { error } = CHECKS[table]?.safeParse(row) ?? {};
  const [problem] = error?.issues ?? [];
  if (problem) return `${problem.path.join(".")} ${problem.message}`;
  return table === "links" ? problemOfLink(row) : undefined;
}

/** Whether the columns of a link together are a definition that could be created. */
function problemOfLink(row: Row): string | undefined {
  try {
    // Columns that are not texts would be reported by the table.
    parseDefinition(
      definitionOf(
        fromLinkRow({ ...row, offers: null, slugs: "[]", affiliate: null } as unknown as StoredLinkRow),
      ),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) return "content must be JSON";
    const [detail] = error.details ?? [];
    return detail ? `${detail.field} ${detail.message}` : error.message;
  }
}

/** The logo in a row of an archive, as R2 stores it. Throws if it is not a logo of the organization's project. */
export async function archivedLogo(organizationId: string, row: Row): Promise<UploadedLogo> {
  const [projectId = "", file = "", base64 = ""] = ["project_id", "file", "base64"].map((name) =>
    String(row[name] ?? ""),
  );
  const project = { organizationId, projectId };
  const content = Uint8Array.from(Buffer.from(base64, "base64"));
  if (LOGO_FILE.exec(file)?.[1] !== (await brandKey(project)))
    throw new Error("file is not a logo of the project");
  const logo = await readLogo(content, project, () => "");
  if (!file.startsWith(logo.begins)) throw new Error("file is not the name of this picture");
  return { ...logo, file };
}

/** The picture of cards in a row of an archive, as R2 stores it. Throws if it is not a picture of the organization. */
export async function archivedPicture(organizationId: string, row: Row): Promise<UploadedLogo> {
  const picture = await readCardPicture(
    Uint8Array.from(Buffer.from(String(row.base64 ?? ""), "base64")),
    organizationId,
  );
  if (picture.file !== row.file) throw new Error("file is not the name of this picture");
  return picture;
}
