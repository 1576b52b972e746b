import type { FieldProblem } from "../core/errors.ts";
import { onD1 } from "../platform/d1.ts";
import { newOwnerId } from "./project.ts";
import type { ProjectStore } from "./project-store.ts";

/** An id and the field that names it. */
interface NamedId {
  field: string;
  id: string;
}

/** The ids of another form than `newOwnerId`, each with its problem. */
const oddOnes = (ids: readonly NamedId[]): { id: string; problem: FieldProblem }[] =>
  ids.flatMap(({ field, id }) => {
    const { error } = newOwnerId.safeParse(id);
    const message = error?.issues[0]?.message;
    return message === undefined ? [] : [{ id, problem: { field, message } }];
  });

/** The id of the organization with this id in any case; null if there is none. Throws `service_unavailable`. */
export const organizationLike = (db: D1Database, id: string): Promise<string | null> =>
  onD1(() => db.prepare("SELECT id FROM organizations WHERE lower(id) = lower(?1)").bind(id).first("id"));

/** What is wrong with the id of an organization that a job would create. One that exists is left alone, whatever its id. */
export async function organizationIdProblems(
  organization: string,
  store: { organizationLike(id: string): Promise<string | null> },
): Promise<FieldProblem[]> {
  const existing = await store.organizationLike(organization);
  if (existing === organization) return [];
  const field = "organization";
  if (existing !== null)
    return [{ field, message: `differs from the organization ${existing} by case alone` }];
  return oddOnes([{ field, id: organization }]).map(({ problem }) => problem);
}

/** The same for the projects of an organization. */
export async function projectIdProblems(
  organization: string,
  projects: readonly NamedId[],
  store: Pick<ProjectStore, "missing">,
): Promise<FieldProblem[]> {
  const odd = oddOnes(projects);
  if (odd.length === 0) return [];
  const missing = await store.missing(
    organization,
    odd.map(({ id }) => id),
  );
  return odd.filter(({ id }) => missing.includes(id)).map(({ problem }) => problem);
}
