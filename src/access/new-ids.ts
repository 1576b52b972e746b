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

/** Whether there is an organization with this id. Throws `service_unavailable`. */
export const organizationExists = async (db: D1Database, id: string): Promise<boolean> =>
  (await onD1(() => db.prepare("SELECT id FROM organizations WHERE id = ?1").bind(id).first())) !== null;

/**
 * What is wrong with the id of an organization that a job would create. One that exists is left alone, whatever its id;
 * the database is asked only for an id of another form.
 */
export async function organizationIdProblems(
  organization: string,
  store: { organizationExists(id: string): Promise<boolean> },
): Promise<FieldProblem[]> {
  const odd = oddOnes([{ field: "organization", id: organization }]);
  return odd.length === 0 || (await store.organizationExists(organization))
    ? []
    : odd.map(({ problem }) => problem);
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
