import * as z from "zod";
import { isLot } from "../../ground/core/digital-link.ts";
import { gtin14, gtinProblem } from "../../ground/core/gtin.ts";
import { LINK_TYPES } from "../../ground/core/link-types.ts";
import { httpUrl, text } from "../../ground/core/text.ts";
import { list } from "../../ground/core/zod-extensions.ts";
import { language } from "./offer-when.ts";

/** The maximum of links and of lots of a GTIN. */
const MAX_GTIN_LINKS = 60;

/** A GTIN in any of its lengths, stored in 14 digits. */
export const gtin = () =>
  z
    .string()
    .superRefine((value, context) => {
      const message = gtinProblem(value);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .overwrite(gtin14)
    .meta({ minLength: 8, maxLength: 14, pattern: "^([0-9]{8}|[0-9]{12,14})$" });

const title = () => text(1, 120).describe("Title for people who choose.").optional();
const url = () => httpUrl().describe("Where it redirects. A short link of this service is allowed.");

const gtinLink = z
  .strictObject({
    type: z.enum(LINK_TYPES).describe("Link type of the GS1 Web Vocabulary, without `gs1:`."),
    url: url(),
    language: language().describe("Language of the page, such as `de` or `pt-BR`.").optional(),
    title: title(),
  })
  .describe("A further link of a GTIN.")
  .meta({ id: "GtinLink" });

const gtinLot = z
  .strictObject({
    lot: text(1, 20)
      .refine(
        isLot,
        "must consist of the characters of GS1 lot numbers: letters, digits and !\"%&'()*+,-./:;<=>?_",
      )
      .describe("The lot, exactly as encoded."),
    url: url(),
    title: title(),
  })
  .describe("The link of one lot of a GTIN.")
  .meta({ id: "GtinLot" });

/** The fields of links with a GTIN. */
export const gtinFields = {
  gtin: gtin()
    .describe(
      "GTIN of 8, 12, 13 or 14 digits: the link also redirects at `/01/{gtin}` of its project's domain.",
    )
    .optional(),
  gtinLinks: list(gtinLink)
    .min(1)
    .max(MAX_GTIN_LINKS)
    .describe("Further links of the GTIN, by type and language. The link itself is the default.")
    .optional(),
  gtinLots: list(gtinLot)
    .min(1)
    .max(MAX_GTIN_LINKS)
    .refine(
      (lots) => new Set(lots.map(({ lot }) => lot)).size === lots.length,
      "must name each lot only once",
    )
    .describe("Lots with their own link, for example after a recall.")
    .optional(),
};
