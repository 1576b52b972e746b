import type { MemberActor } from "../access/actor.ts";
import { restoreProject } from "../access/change-project.ts";
import { createProject } from "../access/create-project.ts";
import { requireProjectManager } from "../access/permissions.ts";
import { ServiceError } from "../core/errors.ts";
import { type IdempotentWrite, idempotencyRequest, type WriteResult } from "../idempotency/claim.ts";
import { type CreateLinkDependencies, createLink } from "../links/create-link.ts";
import { parseDefinition } from "../retailers/parse-definition.ts";
import { EXAMPLE_LINKS, EXAMPLE_PROJECT } from "./example-links.ts";
import type { Examples } from "./first-steps.ts";
import type { FirstStepsStore } from "./first-steps-store.ts";
import { switchExamples } from "./switch-examples.ts";

/** How many ids are tried for the project of examples, where projects of the organization have the first ones. */
const ATTEMPTS = 20;

/** What the verbs of examples use. */
export interface ExamplesDependencies extends CreateLinkDependencies {
  firstSteps: FirstStepsStore;
}

/**
 * Makes the example links in a project of their own, or brings back those that were removed. Where there are examples
 * already, nothing is made. What a failure left is gone on with for a day, whoever asks again. Throws
 * `insufficient_scope`, `quota_exceeded` and `service_unavailable`.
 */
export async function addExamples(actor: MemberActor, dependencies: ExamplesDependencies): Promise<void> {
  requireProjectManager(actor);
  const { organizationId } = actor;
  const { firstSteps } = dependencies;
  const { examples } = await firstSteps.state(organizationId);
  if (examples && !examples.isRemoved) return;
  if (examples) {
    await restoreProject(actor, { projectId: examples.projectId, idempotency: null }, dependencies);
    await switchExamples(actor, examples, "active", dependencies);
  }
  const made = examples ?? (await makeExamples(actor, dependencies));
  await firstSteps.noteExamples(organizationId, made, null);
}

async function makeExamples(
  actor: MemberActor,
  dependencies: ExamplesDependencies,
): Promise<Pick<Examples, "projectId" | "linkIds">> {
  const projectId = await makeProject(actor, dependencies);
  const linkIds: string[] = [];
  for (const [index, body] of EXAMPLE_LINKS.entries()) {
    const definition = parseDefinition({ ...body, projectId });
    const idempotency = await once(actor, `${projectId} ${index}`, body, idOfLink);
    linkIds.push(idIn(await createLink(actor, { definition, idempotency }, dependencies), idOfLink));
  }
  return { projectId, linkIds };
}

/** The id of a project that was made for examples. */
async function makeProject(actor: MemberActor, dependencies: ExamplesDependencies): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const id = attempt === 1 ? EXAMPLE_PROJECT.id : `${EXAMPLE_PROJECT.id}-${attempt}`;
    const project = { id, name: EXAMPLE_PROJECT.name };
    try {
      const idempotency = await once(actor, id, project, idOf);
      return idIn(await createProject(actor, { ...project, idempotency }, dependencies), idOf);
    } catch (error) {
      const isTaken = error instanceof ServiceError && error.code === "duplicate_identifier";
      if (!isTaken || attempt === ATTEMPTS) throw error;
    }
  }
}

const idOf = ({ id }: { id: string }): string => id;
const idOfLink = ({ link }: { link: { id: string } }): string => link.id;

/** A write that is done once for the organization, so that a second press of the button goes on where the first ended. */
const once = async <T>(
  { organizationId }: MemberActor,
  part: string,
  content: unknown,
  receipt: (made: T) => string,
): Promise<IdempotentWrite<T>> => ({
  ...(await idempotencyRequest(organizationId, "", "examples", part, content)),
  receipt,
});

/** The id of what was made, now or before. */
const idIn = <T>(result: WriteResult<T>, idOf: (made: T) => string): string =>
  result.kind === "made" ? idOf(result.value) : result.receipt;
