import * as z from "zod";
import { validationFailed } from "../../ground/core/errors.ts";
import { isLongerInUtf8 } from "../../ground/core/json.ts";
import { parse, problemsOf } from "../../ground/core/validation.ts";
import { tagProblems } from "./affiliate-tag.ts";
import { requireOfferVariants, withKeys } from "./choice-offer.ts";
import {
  anyDefinition,
  definitionSchema,
  type LinkDefinition,
  MAX_DEFINITION_BYTES,
  retailerIntentPair,
} from "./definition.ts";
import { storedSchedule } from "./definition-fields.ts";
import { hasOffers, requireVariant } from "./variants.ts";

const offersIn = z.object({ offers: z.unknown() });

/**
 * Parses a body of POST /v1/links by the schema of its variant. A valid retailer and intent without a variant is a 422
 * before the rest is validated. If one of the two is invalid, the rest is validated by the common schema, so that one
 * response reports all problems. Offers of a choice get missing keys. Throws `unsupported_retailer_intent` and
 * `validation_failed`.
 */
export function parseDefinition(body: unknown): LinkDefinition {
  const pair = retailerIntentPair.safeParse(body);
  if (!pair.success) {
    const common = anyDefinition.safeParse(body);
    throw validationFailed(problemsOf(common.error ?? pair.error, body));
  }
  const variant = requireVariant(pair.data.retailer, pair.data.intent);
  if (hasOffers(variant)) requireOfferVariants(offersIn.safeParse(body).data?.offers);
  const parsed = parse(definitionSchema(variant), body);
  const definition = withTimes(
    parsed.retailer === "choice" ? { ...parsed, offers: withKeys(parsed.offers) } : parsed,
  );
  const ofGtin = (["gtinLinks", "gtinLots"] as const).filter((field) => definition[field] !== undefined);
  if (definition.gtin === undefined && ofGtin.length > 0)
    throw validationFailed(ofGtin.map((field) => ({ field, message: "needs a `gtin`" })));
  const ofTag = tagProblems(definition.affiliate, definition.offers);
  if (ofTag.length > 0) throw validationFailed(ofTag);
  if (isLongerInUtf8(JSON.stringify(definition), MAX_DEFINITION_BYTES)) {
    throw validationFailed([
      { field: "body", message: `must be at most ${MAX_DEFINITION_BYTES} bytes as JSON` },
    ]);
  }
  return definition;
}

/** Converts the times of the schedule to their stored form. */
function withTimes(definition: LinkDefinition): LinkDefinition {
  const { schedule, ...rest } = definition;
  const stored = schedule && storedSchedule(schedule);
  return stored ? { ...rest, schedule: stored } : rest;
}
