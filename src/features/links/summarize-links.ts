import { validationFailed } from "../../ground/core/errors.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { reachableProjects, requireScope } from "../access/permissions.ts";
import { GET_LINK_SCOPE } from "../access/scopes.ts";
import type { Link } from "./link.ts";

/** Loads links by their ids, in order, as many as fit into memory, with what it has of them. */
export interface LinkLoader<Loaded extends { link: Link } = { link: Link }> {
  load(ids: readonly string[]): Promise<Loaded[]>;
}

/** Maximum links per action. */
export const MAX_CHOSEN_LINKS = 100;

/** A link without its lists, recipes and products, which may be long. */
export type LinkSummary = Pick<
  Link,
  | "id"
  | "projectId"
  | "shortId"
  | "domain"
  | "slug"
  | "name"
  | "publicName"
  | "retailer"
  | "intent"
  | "status"
  | "destination"
  | "createdAt"
  | "updatedAt"
> & { tags: readonly string[] };

const summaryOf = (link: Link): LinkSummary => ({
  id: link.id,
  projectId: link.projectId,
  shortId: link.shortId,
  domain: link.domain,
  slug: link.slug,
  name: link.name,
  publicName: link.publicName,
  retailer: link.retailer,
  intent: link.intent,
  status: link.status,
  destination: link.destination,
  createdAt: link.createdAt,
  updatedAt: link.updatedAt,
  tags: link.tracking?.tags ?? [],
});

/** The unique ids of the chosen links. Throws `validation_failed` for `link` if there are none or too many. */
export function chosenLinks(linkIds: readonly string[]): string[] {
  const ids = [...new Set(linkIds)];
  const problem = (message: string) => validationFailed([{ field: "link", message }]);
  if (ids.length === 0) throw problem("choose at least one link");
  if (ids.length > MAX_CHOSEN_LINKS) throw problem(`choose at most ${MAX_CHOSEN_LINKS} links`);
  return ids;
}

/**
 * The chosen links that the actor may read, in the given order; other links are left out, whether they exist or not. Throws
 * `validation_failed` for `link`.
 */
export async function summarizeLinks(
  actor: OrganizationActor,
  input: { linkIds: readonly string[] },
  dependencies: { lists: LinkLoader },
): Promise<LinkSummary[]> {
  const summaries: LinkSummary[] = [];
  for await (const part of loadChosenLinks(actor, input, dependencies))
    summaries.push(...part.map(({ link }) => summaryOf(link)));
  return summaries;
}

/** The same links as a whole, in parts that fit into memory. */
export const loadChosenLinks = <Loaded extends { link: Link }>(
  actor: OrganizationActor,
  { linkIds }: { linkIds: readonly string[] },
  dependencies: { lists: LinkLoader<Loaded> },
): AsyncGenerator<Loaded[]> => loadReadable(actor, chosenLinks(linkIds), dependencies);

/** The links of these ids, without repetitions, that the actor may read, in parts that fit into memory. */
export async function* loadReadable<Loaded extends { link: Link }>(
  actor: OrganizationActor,
  linkIds: readonly string[],
  { lists }: { lists: LinkLoader<Loaded> },
): AsyncGenerator<Loaded[]> {
  requireScope(actor, GET_LINK_SCOPE);
  const projects = reachableProjects(actor);
  let rest = linkIds;
  while (rest.length > 0) {
    // Each call loads as many links as fit into memory.
    const loaded = await lists.load(rest);
    const last = loaded.at(-1)?.link.id;
    if (last === undefined) break;
    yield loaded.filter(
      ({ link: { organizationId, projectId } }) =>
        organizationId === actor.organizationId && (projects === "all" || projects.includes(projectId)),
    );
    rest = rest.slice(rest.indexOf(last) + 1);
  }
}
