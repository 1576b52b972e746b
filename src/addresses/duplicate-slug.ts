import { ServiceError } from "../core/errors.ts";

/** The error for a slug that another link has or had, of whichever organization: it does not say which. */
export const duplicateSlug = (slug: string): ServiceError =>
  new ServiceError("duplicate_slug", `The slug ${slug} is taken.`, {
    details: [{ field: "slug", message: `${slug} is taken: choose another one` }],
  });
