import * as z from "zod";
import { COLOR_FORMAT, type Color } from "../core/colors.ts";
import { httpUrl, label } from "../core/text.ts";

/** How pages and codes of a project's links look to shoppers. */
export interface Brand {
  /** The name that shoppers know. */
  name: string;
  /** In lower case, as it was chosen; pages darken or lighten it where it could not be read. */
  accent?: Color | undefined;
  imprintUrl?: string | undefined;
  privacyUrl?: string | undefined;
  /** The file of the logo in R2, below `brands/`. */
  logo?: string | undefined;
}

/** The longest name of a brand, in Unicode code points. */
export const MAX_BRAND_NAME = 80;

/** The longest address of a legal notice: choice pages, which are small, name two of them. */
const MAX_PAGE_URL = 500;

const pageUrl = () =>
  httpUrl()
    .refine((url) => !URL.parse(url)?.username, "must not contain a user name")
    .refine((url) => (URL.parse(url)?.href ?? url).length <= MAX_PAGE_URL, {
      message: `must be a URL of at most ${MAX_PAGE_URL} characters`,
      when: ({ issues }) => issues.length === 0,
    })
    .meta({ maxLength: MAX_PAGE_URL });

/** What callers set of a brand; the logo is set by its bytes. */
export const brandFields = z
  .strictObject({
    name: label(MAX_BRAND_NAME).describe("The name that shoppers know."),
    accent: z
      .string()
      .regex(COLOR_FORMAT, "must be a color as #rrggbb")
      .transform((color) => color.toLowerCase())
      .describe(
        "Color of buttons and links, `#rrggbb`. Pages darken or lighten it where it could not be read.",
      )
      .optional(),
    imprintUrl: pageUrl().describe("The legal notice, in the footer of pages.").optional(),
    privacyUrl: pageUrl().describe("The privacy notice, in the footer of pages.").optional(),
  })
  .meta({ id: "BrandFields" });
/** What callers set of a brand. */
export type BrandFields = z.output<typeof brandFields>;
