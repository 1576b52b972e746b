import { ServiceError, validationFailed } from "../core/errors.ts";
import { findVariant, type Variant } from "./variants.ts";
import {
  anyLinkRequest,
  type LinkRequest,
  linkRequestSchema,
  retailerIntentPair,
} from "./definition.ts";
import { parse, problemsOf } from "../core/validation.ts";

/**
 * The variant that a body of POST /v1/links asks for, and the body by that variant's schema. A pair of valid
 * words without a variant is a 422 before the rest is judged; where a word itself is wrong, the rest is judged
 * by what all variants share, so that every problem is named at once.
 */
export function parseLinkBody(body: unknown): { variant: Variant; request: LinkRequest } {
  const pair = retailerIntentPair.safeParse(body);
  if (!pair.success) {
    const common = anyLinkRequest.safeParse(body);
    throw validationFailed(problemsOf(common.error ?? pair.error, body));
  }
  const { retailer, intent } = pair.data;
  const variant = findVariant(retailer, intent);
  if (!variant) {
    throw new ServiceError(
      "unsupported_retailer_intent",
      `The intent ${intent} is not supported for the retailer ${retailer}.`,
    );
  }
  return { variant, request: parse(linkRequestSchema(variant), body) };
}
