import { ServiceError } from "../../ground/core/errors.ts";
import { onD1 } from "../../ground/platform/d1.ts";
import { gtinPath } from "../gs1/gtin.ts";
import { isSlugTaken, type NewAddress } from "./address-statements.ts";

/** The error for a slug that another link, of any organization, has or had. It does not name the link. */
export const duplicateSlug = (slug: string): ServiceError =>
  new ServiceError("duplicate_slug", `The slug ${slug} is taken.`, {
    details: [{ field: "slug", message: `${slug} is taken: choose another slug` }],
  });

export const duplicateGtin = (gtin: string): ServiceError =>
  new ServiceError("duplicate_gtin", `Another link on this domain has the GTIN ${gtin}.`, {
    details: [{ field: "gtin", message: `${gtin} belongs to another link on this domain` }],
  });

/** The error for a GTIN of a link on the default host; null if the link has a domain, or no GTIN. */
export const gtinWithoutDomain = (gtin: string | undefined, domain: string): ServiceError | null =>
  gtin === undefined || domain !== ""
    ? null
    : new ServiceError("domain_required", "A GTIN needs a link on a domain of its organization.", {
        details: [
          {
            field: "gtin",
            message: "needs a project with its own domain: links get the domain of their project at creation",
          },
        ],
      });

/** The names of a link on its domain that must be unique. */
export interface UniqueNames {
  slug?: string | undefined;
  gtin?: string | undefined;
}

/** Each unique name as stored among the addresses, with the error if it is taken. */
export const uniqueNames = ({ slug, gtin }: UniqueNames): { name: string; taken: () => ServiceError }[] => [
  ...(slug === undefined ? [] : [{ name: slug, taken: () => duplicateSlug(slug) }]),
  ...(gtin === undefined ? [] : [{ name: gtinPath(gtin), taken: () => duplicateGtin(gtin) }]),
];

/** The addresses with these unique names that a link gets at the time `createdAt`. */
export const newAddresses = (
  names: UniqueNames,
  { domain: host, id: linkId }: { domain: string; id: string },
  createdAt: string,
): NewAddress[] => uniqueNames(names).map(({ name }) => ({ host, name, linkId, createdAt }));

/** The error if another link has a unique name of this link, or null. Throws `service_unavailable`. */
export async function takenName(
  db: D1Database,
  { domain, id, ...link }: UniqueNames & { domain: string; id: string },
): Promise<ServiceError | null> {
  for (const { name, taken } of uniqueNames(link)) {
    const statement = db.prepare(`SELECT ${isSlugTaken("?1", "?2", "?3")} AS taken`).bind(domain, name, id);
    if ((await onD1(() => statement.first<number>("taken"))) === 1) return taken();
  }
  return null;
}
