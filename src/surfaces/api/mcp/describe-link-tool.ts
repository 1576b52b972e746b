import * as z from "zod";
import { CREATE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { anyDefinition, definitionSchema } from "../../../features/retailers/definition.ts";
import {
  hasOffers,
  requireVariant,
  VARIANTS,
  type Variant,
  variantKey,
} from "../../../features/retailers/variants.ts";
import { parse } from "../../../ground/core/validation.ts";
import { LINK_INTENTS, RETAILERS } from "../../../ground/core/vocabulary.ts";
import { creationBody } from "../examples/link-examples.ts";
import { jsonResult, type McpTool, READS, schemaOf } from "./operation-tool.ts";

/** The supported pairs of retailer and intent. */
const PAIRS = VARIANTS.map(({ retailer, intent }) => `${retailer} ${intent}`).join(", ");

const pair = z.strictObject({
  retailer: z.enum(RETAILERS).describe("The retailer of the pair."),
  intent: z.enum(LINK_INTENTS).describe("The intent of the pair."),
});

/** The schema of a variant's links. Offers of a choice are described briefly, because each has another pair's fields. */
const shapeOf = (variant: Variant): z.ZodType =>
  hasOffers(variant)
    ? anyDefinition
        .omit({ products: true, customUrl: true, location: true, options: true })
        .extend({ retailer: z.literal(variant.retailer), intent: z.literal(variant.intent) })
        .describe("A choice of shops. Each offer has the destination of a link with its retailer and intent.")
    : definitionSchema(variant);

/** Returns the fields of a link on demand: the schemas of all variants together would fill a model's context. */
export const describeLinkTool: McpTool = {
  name: "describe_link",
  title: "Describe the fields of a link",
  description: `Returns the JSON Schema and an example of links with this retailer and intent: one of ${PAIRS}. Call it before preview_link, create_link or update_link.`,
  scope: CREATE_LINK_SCOPE,
  inputSchema: schemaOf(pair),
  annotations: READS,
  async call(args) {
    const { retailer, intent } = parse(pair, args);
    const variant = requireVariant(retailer, intent);
    return jsonResult({
      data: { schema: schemaOf(shapeOf(variant)), example: creationBody(variantKey(variant)) },
    });
  },
};

/** A link as an argument. The fields of all variants would take 20 kB for each tool. */
export const linkArgument = z
  .looseObject({
    projectId: z.string().describe("Project of the link."),
    name: z.string().describe("Internal name."),
    ...pair.shape,
  })
  .describe("A link. Its other fields depend on retailer and intent: call describe_link.");

export const patchArgument = z
  .looseObject({})
  .describe(
    "A JSON merge patch of the fields that describe_link returns, except projectId and defaultQrCode, and of `status`: " +
      "`active` or `inactive`. null removes an optional field; lists are replaced as a whole.",
  );
