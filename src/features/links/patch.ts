import * as z from "zod";
import { type FieldProblem, ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { mergePatch } from "../../ground/core/json.ts";
import { LINK_STATUSES, type LinkStatus } from "../../ground/core/vocabulary.ts";
import { patchOf } from "../../ground/core/zod-extensions.ts";
import { anyDefinition, type LinkDefinition } from "../retailers/definition.ts";
import { parseDefinition } from "../retailers/parse-definition.ts";
import { definitionOf, type Link } from "./link.ts";

/** A JSON merge patch (RFC 7396) of a link's definition and status: null removes an optional field. */
export type LinkPatch = Readonly<Record<string, unknown>>;

/** The fields that cannot be changed. */
export const FIXED: readonly string[] = ["projectId", "defaultQrCode"];

const isStatus = (value: unknown): value is LinkStatus => LINK_STATUSES.some((status) => status === value);

/**
 * Parses a patch. Throws `validation_failed` for problems that can be found without the link: read-only fields, unknown
 * fields and an unknown status.
 */
export function readLinkPatch(json: Record<string, unknown>): LinkPatch {
  const known = Object.keys(anyDefinition.shape);
  const problems = Object.entries(json).flatMap(([field, value]): FieldProblem[] => {
    if (FIXED.includes(field)) return [{ field, message: "cannot be changed" }];
    if (field === "status") {
      return isStatus(value) ? [] : [{ field, message: `must be one of ${LINK_STATUSES.join(", ")}` }];
    }
    return known.includes(field) ? [] : [{ field, message: "is not a known property" }];
  });
  if (problems.length > 0) throw validationFailed(problems);
  return json;
}

/**
 * The definition and status of `link` with the patch applied, validated as a whole by its variant. Throws
 * `validation_failed` and `unsupported_retailer_intent`.
 */
export function applyPatch(
  link: Link,
  { status = link.status, ...fields }: LinkPatch,
): { definition: LinkDefinition; status: LinkStatus } {
  if (!isStatus(status))
    throw new ServiceError("internal_error", "A patch was applied without being validated.");
  // A link can be switched off even if its definition no longer passes validation.
  if (Object.keys(fields).length === 0) return { definition: definitionOf(link), status };
  // A new variant may not know the fields that the patch removes.
  const merged = Object.entries(mergePatch(definitionOf(link), fields)).filter(
    ([, value]) => value !== undefined,
  );
  return { definition: parseDefinition(Object.fromEntries(merged)), status };
}

/** The schema of a patch, for the OpenAPI document. */
export const linkPatch = patchOf(
  anyDefinition
    .omit({ projectId: true, defaultQrCode: true })
    .extend({ status: z.enum(LINK_STATUSES).describe("`inactive` switches the link off.") }),
)
  .describe("A JSON merge patch: null removes an optional field, lists are replaced as a whole.")
  .meta({ id: "LinkPatch" });
