import * as z from "zod";
import { MAX_ID, type Project, projectName } from "../../features/access/project.ts";
import { affiliatePatch, affiliateSchema } from "../../features/brands/affiliate.ts";
import { brandFields, brandOf, MAX_BRAND_NAME } from "../../features/brands/brand.ts";
import { logoPath } from "../../features/brands/logo-path.ts";
import { type Affiliate, affiliateOf } from "../../features/short-links/earners.ts";
import { MAX_TAG } from "../../ground/core/associates-tag.ts";
import { MAX_COLOR } from "../../ground/core/colors.ts";
import { EXAMPLE_TAG } from "../../ground/core/marketplaces.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { counted, dateTime, shown, shownUrl } from "../../ground/core/resource-parts.ts";
import { CREATED_AT } from "./examples/link-examples.ts";

const brandResource = z
  .strictObject({
    name: shown(MAX_BRAND_NAME, "The brand name that shoppers know."),
    logoUrl: shownUrl("The logo. Every logo has its own URL.").optional(),
    accent: shown(MAX_COLOR, "The chosen color, `#rrggbb` or `cmyk(100,60,0,30)`.").optional(),
    imprintUrl: shownUrl("The legal notice.").optional(),
    privacyUrl: shownUrl("The privacy notice.").optional(),
  })
  .meta({ id: "Brand", description: "The brand of a project's links." });

const affiliateResource = affiliateSchema("AffiliateSettings", {
  tag: () => shown(MAX_TAG, "An Associates tag."),
  url: () => shownUrl("The URL."),
});

export const projectResource = z
  .strictObject({
    id: shown(MAX_ID, "The `projectId` in requests. It never changes."),
    name: shown(MAX_ID, "Name of the project."),
    brand: brandResource.optional(),
    affiliate: affiliateResource.optional(),
    followingLinks: counted(
      "How many of its links are being published again, such as after a change of `affiliate`. Absent if none, and in lists.",
    ).optional(),
    createdAt: dateTime("When the project was created."),
    archivedAt: dateTime(
      "When the project was archived and stopped accepting new links; absent if it is active.",
    ).optional(),
  })
  .meta({ id: "Project", description: "A project, which groups links." });
export type ProjectResource = z.infer<typeof projectResource>;

export const projectPatch = z
  .strictObject({
    name: projectName.describe("Name of the project."),
    brand: z
      .strictObject({
        ...brandFields.partial().shape,
        accent: brandFields.shape.accent.nullable(),
        imprintUrl: brandFields.shape.imprintUrl.nullable(),
        privacyUrl: brandFields.shape.privacyUrl.nullable(),
        logoUrl: z.null().describe("`null` removes the logo. `PUT …/logo` sets it.").optional(),
      })
      .meta({ id: "BrandPatch", description: "A JSON merge patch of a brand." })
      .nullable()
      .describe("The brand of the links; `null` removes it. A new brand needs a name."),
    affiliate: affiliatePatch
      .nullable()
      .describe("Who gets the commission of the links; `null`: the service's settings."),
  })
  .partial()
  .meta({ id: "ProjectPatch", description: "A JSON merge patch of a project." });

export const presentProject = (project: Project, origins: Origins): ProjectResource => {
  const [brand, affiliate] = [brandOf(project), affiliateOf(project)];
  const { logo, ...fields } = brand ?? {};
  return {
    id: project.id,
    name: project.name,
    ...(brand && {
      brand: {
        ...fields,
        name: brand.name,
        ...(logo !== undefined && { logoUrl: origins.shortLink + logoPath(logo) }),
      },
    }),
    ...(affiliate && { affiliate }),
    createdAt: project.createdAt,
    ...(project.archivedAt !== null && { archivedAt: project.archivedAt }),
  };
};

export const PROJECT_PATH = { projectId: "demo" };

export const BRAND = {
  name: "Maple & Pine",
  accent: "#c8102e",
  imprintUrl: "https://maple-and-pine.example/imprint",
  privacyUrl: "https://maple-and-pine.example/privacy",
} as const;

export const AFFILIATE: Affiliate = {
  marketplace: { tags: { US: EXAMPLE_TAG }, tagOnScans: false },
  bigbox_w: { url: "https://goto.walmart.com/c/123/456/9383" },
};

/** The project of the example link, without a brand. */
export const PROJECT: Project = {
  organizationId: "demo",
  id: "demo",
  name: "demo",
  createdAt: CREATED_AT,
  archivedAt: null,
  settings: {},
};
