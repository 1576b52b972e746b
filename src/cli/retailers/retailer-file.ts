import * as z from "zod";
import { postalCode } from "../../delivery-app/discovery.ts";
import { searchText } from "../../delivery-app/retailer.ts";
import { jsonParts } from "../../delivery-app/retailer-merge.ts";
import { UsageError } from "../command-line/command.ts";

const controlCharacter = /\p{Cc}/u;
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.isWellFormed() && !controlCharacter.test(text), "must be one line of plain text");

const Retailer = z.strictObject({
  retailerId: line(128),
  name: line(160),
  slug: line(128).optional(),
  services: z.array(line(64)).max(20).default([]),
  categories: z.array(line(64)).max(20).default([]),
  locationCount: z.int().min(0).optional(),
  samplePostalCodes: z.array(line(16)).max(100).default([]),
  /** Every postal code that the shop is known to serve, for the choice of shops. */
  postalCodes: z.array(line(16)).max(50_000).default([]),
  // The other properties of an answer of GET /v1/retailers, so that such an answer can be loaded as it is.
  provider: z.literal("delivery_app").optional(),
  usage: z.unknown().optional(),
});
type Retailer = z.infer<typeof Retailer>;

const RetailerFile = z.union([
  z.array(z.unknown()),
  z.strictObject({ data: z.array(z.unknown()) }).transform(({ data }) => data),
]);

/** The file is not a valid list of retailers. The message names up to 20 problems. */
export class RetailerFileError extends UsageError {}

const MAX_PROBLEMS = 20;

/** The retailers in the text of a JSON file. Throws RetailerFileError if any of them is wrong. */
export function parseRetailers(text: string): Retailer[] {
  const entries = RetailerFile.safeParse(parseJson(text)).data;
  if (!entries)
    throw new RetailerFileError('The file must hold a JSON array of retailers, or {"data": […]}.');
  if (entries.length === 0) throw new RetailerFileError("The file names no retailer.");
  const problems: string[] = [];
  const ids = new Map<string, number>();
  const slugs = new Map<string, number>();
  const retailers = entries.flatMap((entry, index) => {
    const { data, error } = Retailer.safeParse(entry);
    if (!data) {
      for (const issue of error.issues) {
        problems.push(`[${index}]${issue.path.map((step) => `.${String(step)}`).join("")}: ${issue.message}`);
      }
      return [];
    }
    const slug = data.slug ?? data.retailerId;
    noteTwice(problems, ids, "retailerId", data.retailerId, index);
    noteTwice(problems, slugs, "slug", slug, index);
    for (const code of [...data.postalCodes, ...data.samplePostalCodes]) {
      if (postalCode(code) === null) problems.push(`[${index}]: ${code} is no US or Canadian postal code`);
    }
    return [data];
  });
  if (problems.length === 0) return retailers;
  const more = problems.length > MAX_PROBLEMS ? [`… and ${problems.length - MAX_PROBLEMS} more`] : [];
  throw new RetailerFileError([...problems.slice(0, MAX_PROBLEMS), ...more].join("\n"));
}

function noteTwice(
  problems: string[],
  seen: Map<string, number>,
  what: string,
  value: string,
  index: number,
) {
  const first = seen.get(value);
  if (first !== undefined) problems.push(`[${index}].${what}: ${value} is that of [${first}] too`);
  else seen.set(value, index);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RetailerFileError(`The file is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The statements that load `retailers`, which replace the sample and all retailers with the same ids or slugs.
 */
export function importStatements(
  db: D1Database,
  retailers: readonly Retailer[],
  now: Date,
): D1PreparedStatement[] {
  const time = now.toISOString();
  const rows = retailers.map(row);
  const codes = rows.flatMap(({ id, codes }) => codes.map((code) => ({ id, code })));
  return [
    db.prepare("DELETE FROM delivery_app_retailers WHERE source = 'sample'"),
    ...jsonParts(rows.map(({ codes: _, ...fields }) => fields)).flatMap((json) => [
      db.prepare(DELETE_SAME_SLUG).bind(json),
      db.prepare(INSERT_RETAILERS).bind(json, time),
    ]),
    ...(codes.length === 0 ? [] : jsonParts(codes)).map((json) =>
      db.prepare(INSERT_POSTAL_CODES).bind(json, time),
    ),
  ];
}

const DELETE_SAME_SLUG = `DELETE FROM delivery_app_retailers WHERE retailer_id IN (
  SELECT known.retailer_id FROM json_each(?1) AS wanted
  JOIN delivery_app_retailers AS known ON known.slug = wanted.value ->> 'slug'
  WHERE known.retailer_id <> wanted.value ->> 'id')`;

const INSERT_RETAILERS = `INSERT INTO delivery_app_retailers (retailer_id, slug, name, search_text, services,
    categories, location_count, sample_postal_codes, source, updated_at)
  SELECT value ->> 'id', value ->> 'slug', value ->> 'name', value ->> 'text', value ->> 'services',
    value ->> 'categories', value ->> 'count', value ->> 'samples', 'import', ?2
  FROM json_each(?1) WHERE TRUE
  ON CONFLICT (retailer_id) DO UPDATE SET slug = excluded.slug, name = excluded.name,
    search_text = excluded.search_text, services = excluded.services, categories = excluded.categories,
    location_count = excluded.location_count, sample_postal_codes = excluded.sample_postal_codes,
    source = excluded.source, updated_at = excluded.updated_at`;

const INSERT_POSTAL_CODES = `INSERT INTO delivery_app_retailer_postal_codes (retailer_id, postal_code, seen_at)
  SELECT value ->> 'id', value ->> 'code', ?2 FROM json_each(?1) WHERE TRUE
  ON CONFLICT (retailer_id, postal_code) DO UPDATE SET seen_at = excluded.seen_at`;

/** The values of a retailer for the statements above. Lists are JSON texts. */
function row(retailer: Retailer) {
  const { retailerId, name, services, categories } = retailer;
  const slug = retailer.slug ?? retailerId;
  const given = retailer.samplePostalCodes.map((code) => postalCode(code) ?? code);
  const codes = [...new Set([...retailer.postalCodes.map((code) => postalCode(code) ?? code), ...given])];
  const samples = given.length > 0 ? given : codes.slice(0, 10);
  return {
    id: retailerId,
    slug,
    name,
    text: searchText({ name, slug, retailerId }),
    services: JSON.stringify(services),
    categories: JSON.stringify(categories),
    count: retailer.locationCount ?? Math.max(codes.length, samples.length),
    samples: JSON.stringify(samples),
    codes,
  };
}
