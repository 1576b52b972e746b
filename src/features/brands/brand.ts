import * as z from "zod";
import type { Color } from "../../ground/core/colors.ts";
import { color, httpUrl, label } from "../../ground/core/text.ts";
import type { Project } from "../access/project.ts";

/** The brand on pages and codes of a project's links. */
export interface Brand {
  /** The name that shoppers know. */
  name: string;
  /** The chosen color; pages darken or lighten it if needed for legibility. */
  accent?: Color | undefined;
  imprintUrl?: string | undefined;
  privacyUrl?: string | undefined;
  /** The file of the logo in R2, below `brands/`. */
  logo?: string | undefined;
}

/** The brand of a project; null if it has no brand. */
export const brandOf = (project: Pick<Project, "settings"> | null | undefined): Brand | null =>
  (project?.settings.brand as Brand | undefined) ?? null; // Validated before it was written.

/** The project with another brand, or without a brand. */
export const withBrand = (project: Project, brand: Brand | undefined): Project => {
  const { brand: _, ...settings } = project.settings;
  return { ...project, settings: brand ? { ...settings, brand } : settings };
};

/** Whether codes can show a logo: only a PNG. */
export const isDrawn = (file: string | undefined): boolean => file?.endsWith(".png") ?? false;

/** Maximum length of a brand name, in Unicode code points. */
export const MAX_BRAND_NAME = 80;

/** Maximum length of a legal notice's URL: choice pages, which are small, contain two of them. */
const MAX_PAGE_URL = 500;

const pageUrl = () =>
  httpUrl()
    .refine((url) => !URL.parse(url)?.username, "must not contain a user name")
    .refine((url) => (URL.parse(url)?.href ?? url).length <= MAX_PAGE_URL, {
      message: `must be a URL of at most ${MAX_PAGE_URL} characters`,
      when: ({ issues }) => issues.length === 0,
    })
    .meta({ maxLength: MAX_PAGE_URL });

/** The fields of a brand that callers set; the logo is uploaded separately. */
export const brandFields = z
  .strictObject({
    name: label(MAX_BRAND_NAME).describe("The name that shoppers know."),
    accent: color()
      .describe(
        "Color of buttons, links and prints, `#rrggbb` or `cmyk(100,60,0,30)`. Pages darken or lighten it where it " +
          "could not be read.",
      )
      .optional(),
    imprintUrl: pageUrl().describe("The legal notice, in the footer of pages.").optional(),
    privacyUrl: pageUrl().describe("The privacy notice, in the footer of pages.").optional(),
  })
  .meta({ id: "BrandFields" });
