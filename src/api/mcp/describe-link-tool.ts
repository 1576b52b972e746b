import * as z from "zod";
import { parse } from "../../core/validation.ts";
import { LINK_INTENTS, RETAILERS } from "../../core/vocabulary.ts";
import { CREATE_LINK_SCOPE } from "../../links/create-link.ts";
import { anyDefinition, definitionSchema } from "../../retailers/definition.ts";
import { hasOffers, requireVariant, VARIANTS, type Variant, variantKey } from "../../retailers/variants.ts";
import { creationBody } from "../examples/link-examples.ts";
import { jsonResult, type McpTool, READS, schemaOf } from "./tool.ts";

/** The pairs of retailer and intent that there are. */
const PAIRS = VARIANTS.map(({ retailer, intent }) => `${retailer} ${intent}`).join(", ");

const pair = z.strictObject({
  retailer: z.enum(RETAILERS).describe("The retailer of the pair."),
  intent: z.enum(LINK_INTENTS).describe("The intent of the pair."),
});

/** What a link of a variant is made of. The offers of a choice are told in short: each is of another pair. */
const shapeOf = (variant: Variant): z.ZodType =>
  hasOffers(variant)
    ? anyDefinition
        .omit({ products: true, customUrl: true, fallbackUrl: true, location: true, options: true })
        .extend({ retailer: z.literal(variant.retailer), intent: z.literal(variant.intent) })
        .describe("A choice of shops. Each offer leads where a link of its retailer and intent would.")
    : definitionSchema(variant);

/** The tool that tells the fields of a link: all kinds together would fill the context of a model. */
export const describeLinkTool: McpTool = {
  name: "describe_link",
  title: "Tell the fields of a link",
  description: `Gives the JSON Schema and an example of the links of a retailer and an intent: one of ${PAIRS}. Call it before preview_link, create_link or update_link.`,
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

/** A link as an argument. With all fields of all kinds, it would take 20 kB for each tool. */
export const linkArgument = z
  .looseObject({
    projectId: z.string().describe("Owning project."),
    name: z.string().describe("Internal name."),
    ...pair.shape,
  })
  .describe("A link. Its other fields depend on retailer and intent: describe_link tells them.");

/** A patch of a link as an argument. */
export const patchArgument = z
  .looseObject({})
  .describe(
    "A JSON merge patch of the fields that describe_link tells, apart from projectId and defaultQrCode, and of `status`: " +
      "`active` or `inactive`. null removes an optional field; lists are replaced as a whole.",
  );
