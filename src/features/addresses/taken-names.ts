import { ServiceError } from "../../ground/core/errors.ts";
import { gtinPath } from "../../ground/core/gtin.ts";
import { keptOf, type LinkNames } from "../../ground/core/origins.ts";
import { firstValue } from "../../ground/platform/d1.ts";
import { type NewAddress, takenNameOf } from "./address-statements.ts";

/** The error for a slug that another link, of any organization, has or had. It does not name the link. */
const duplicateSlug = (slug: string): ServiceError =>
  new ServiceError("duplicate_slug", `The slug ${slug} is taken.`, {
    details: [{ field: "slug", message: `${slug} is taken: choose another slug` }],
  });

const duplicateGtin = (gtin: string): ServiceError =>
  new ServiceError("duplicate_gtin", `Another link on this domain has the GTIN ${gtin}.`, {
    details: [{ field: "gtin", message: `${gtin} belongs to another link on this domain` }],
  });

const duplicateKept = (path: string): ServiceError =>
  new ServiceError("duplicate_slug", `The address ${path} is taken.`, {
    details: [{ field: "addresses.keep", message: `${path} is an address of another link on this domain` }],
  });

/** The error for names of a link on the default host that need a domain; null for a link with a domain, and without such names. */
export function namesWithoutDomain(names: UniqueNames, domain: string): ServiceError | null {
  const fields = [
    ...(names.gtin === undefined ? [] : ["gtin"]),
    ...(keptOf(names).length === 0 ? [] : ["addresses.keep"]),
  ];
  if (domain !== "" || fields.length === 0) return null;
  const message = "needs a project with its own domain: links get the domain of their project at creation";
  return new ServiceError("domain_required", "This needs a link on a domain of its organization.", {
    details: fields.map((field) => ({ field, message })),
  });
}

/** The names of a link on its domain that must be unique. */
type UniqueNames = Pick<LinkNames, "slug" | "gtin" | "addresses">;

/** Each unique name as stored among the addresses, with the error if it is taken. */
export const uniqueNames = ({
  slug,
  gtin,
  addresses,
}: UniqueNames): { name: string; taken: () => ServiceError }[] => [
  ...(slug === undefined ? [] : [{ name: slug, taken: () => duplicateSlug(slug) }]),
  ...(gtin === undefined ? [] : [{ name: gtinPath(gtin), taken: () => duplicateGtin(gtin) }]),
  ...keptOf({ addresses }).map((name) => ({ name, taken: () => duplicateKept(name) })),
];

/** Collects names of hosts. `has` finds an equal name, and a kept address and a slug of the same letters. */
export function nameCollection() {
  const known = new Set<string>();
  const letters = (name: string) => name.slice(1).toLowerCase();
  return {
    has: (host: string, name: string): boolean =>
      known.has(`${host}/${name}`) ||
      known.has(name.startsWith("/") ? `${host}/${letters(name)}` : `kept ${host}/${name}`),
    add(host: string, name: string): void {
      known.add(`${host}/${name}`);
      if (name.startsWith("/")) known.add(`kept ${host}/${letters(name)}`);
    },
  };
}

/** The addresses with these unique names that a link gets at the time `createdAt`. */
export const newAddresses = (
  names: UniqueNames,
  { domain: host, id: linkId }: { domain: string; id: string },
  createdAt: string,
): NewAddress[] => uniqueNames(names).map(({ name }) => ({ host, name, linkId, createdAt }));

/** The error if another link has a unique name of this link, or null. */
export async function takenName(
  db: D1Database,
  { domain, id, ...link }: UniqueNames & { domain: string; id: string },
): Promise<ServiceError | null> {
  const names = uniqueNames(link);
  if (names.length === 0) return null;
  const sql = `SELECT ${takenNameOf("?1", "?2", "?3")} AS taken`;
  const found = await firstValue<string>(db, sql, domain, JSON.stringify(names.map(({ name }) => name)), id);
  return names.find(({ name }) => name === found)?.taken() ?? null;
}
