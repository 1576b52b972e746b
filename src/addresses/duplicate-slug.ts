import { ServiceError } from "../core/errors.ts";

/** The error for a slug that another link, of any organization, has or had. It does not name the link. */
export const duplicateSlug = (slug: string): ServiceError =>
  new ServiceError("duplicate_slug", `The slug ${slug} is taken.`, {
    details: [{ field: "slug", message: `${slug} is taken: choose another slug` }],
  });
