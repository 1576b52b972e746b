import * as z from "zod";
import { postalCode } from "../../../features/delivery-app/discovery.ts";
import type { ImportedRetailer } from "../../../features/delivery-app/import-statements.ts";
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
  /** All known postal codes that the shop serves, for the choice of shops. */
  postalCodes: z.array(line(16)).max(50_000).default([]),
  // The other properties of a response of GET /v1/retailers, so that it can be loaded unchanged.
  provider: z.literal("delivery_app").optional(),
  usage: z.unknown().optional(),
});

const RetailerFile = z.union([
  z.array(z.unknown()),
  z.strictObject({ data: z.array(z.unknown()) }).transform(({ data }) => data),
]);

/** The file is not a valid list of retailers. The message lists up to 20 problems. */
export class RetailerFileError extends UsageError {}

const MAX_PROBLEMS = 20;

/** The retailers in the text of a JSON file. Throws RetailerFileError if any retailer is invalid. */
export function parseRetailers(text: string): ImportedRetailer[] {
  const entries = RetailerFile.safeParse(parseJson(text)).data;
  if (!entries)
    throw new RetailerFileError('The file must contain a JSON array of retailers, or {"data": […]}.');
  if (entries.length === 0) throw new RetailerFileError("The file contains no retailers.");
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
    checkUnique(problems, ids, "retailerId", data.retailerId, index);
    checkUnique(problems, slugs, "slug", slug, index);
    for (const code of [...data.postalCodes, ...data.samplePostalCodes]) {
      if (postalCode(code) === null) problems.push(`[${index}]: ${code} is not a US or Canadian postal code`);
    }
    return [data];
  });
  if (problems.length === 0) return retailers;
  const more = problems.length > MAX_PROBLEMS ? [`… and ${problems.length - MAX_PROBLEMS} more`] : [];
  throw new RetailerFileError([...problems.slice(0, MAX_PROBLEMS), ...more].join("\n"));
}

function checkUnique(
  problems: string[],
  seen: Map<string, number>,
  property: string,
  value: string,
  index: number,
) {
  const first = seen.get(value);
  if (first !== undefined) problems.push(`[${index}].${property}: ${value} is already used by [${first}]`);
  else seen.set(value, index);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RetailerFileError(`The file is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
