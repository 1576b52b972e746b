import type { FieldProblem } from "../../ground/core/errors.ts";
import { newOwnerId } from "./project.ts";
import type { ProjectStore } from "./project-store.ts";

interface NamedId {
  field: string;
  id: string;
}

/** The ids that `newOwnerId` rejects, each with its problem. */
const invalidIds = (ids: readonly NamedId[]): { id: string; problem: FieldProblem }[] =>
  ids.flatMap(({ field, id }) => {
    const { error } = newOwnerId.safeParse(id);
    const message = error?.issues[0]?.message;
    return message === undefined ? [] : [{ id, problem: { field, message } }];
  });

/** The problems of an organization id that a job would create. The id of an existing organization is always accepted. */
export async function organizationIdProblems(
  organization: string,
  store: { organizationLike(id: string): Promise<string | null> },
): Promise<FieldProblem[]> {
  const existing = await store.organizationLike(organization);
  if (existing === organization) return [];
  const field = "organization";
  if (existing !== null)
    return [{ field, message: `differs from the organization ${existing} only by case` }];
  return invalidIds([{ field, id: organization }]).map(({ problem }) => problem);
}

/** The problems of project ids that a job would create in an organization. */
export async function projectIdProblems(
  organization: string,
  projects: readonly NamedId[],
  store: Pick<ProjectStore, "missing">,
): Promise<FieldProblem[]> {
  const invalid = invalidIds(projects);
  if (invalid.length === 0) return [];
  const missing = await store.missing(
    organization,
    invalid.map(({ id }) => id),
  );
  return invalid.filter(({ id }) => missing.includes(id)).map(({ problem }) => problem);
}
