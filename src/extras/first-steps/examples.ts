import type { MemberActor } from "../../features/access/actor.ts";
import { archiveProject, restoreProject } from "../../features/access/change-project.ts";
import { createProject } from "../../features/access/create-project.ts";
import { requireProjectManager } from "../../features/access/permissions.ts";
import {
  type IdempotentWrite,
  idempotencyRequest,
  type WriteResult,
} from "../../features/idempotency/claim.ts";
import type { ChangedLink, ChangeLinkDependencies } from "../../features/links/change-link.ts";
import { changeLinks } from "../../features/links/change-links.ts";
import { type CreateLinkDependencies, createLink } from "../../features/links/create-link.ts";
import { listLinks } from "../../features/links/list-links.ts";
import type { LinkListStore } from "../../features/links/list-store.ts";
import { parseDefinition } from "../../features/retailers/parse-definition.ts";
import { ServiceError, serviceUnavailable } from "../../ground/core/errors.ts";
import type { LinkStatus } from "../../ground/core/vocabulary.ts";
import { EXAMPLE_LINKS, EXAMPLE_PROJECT } from "./example-links.ts";
import type { Examples } from "./first-steps.ts";
import type { FirstStepsStore } from "./first-steps-store.ts";

/** Attempts to find a free id for the project of examples. */
const ATTEMPTS = 20;

export interface ExamplesDependencies extends CreateLinkDependencies {
  firstSteps: FirstStepsStore;
}

/**
 * Creates the example links in their own project, or restores removed examples. Does nothing if examples exist. After a
 * failure, a repeat within a day continues where it stopped. Throws `insufficient_scope`, `quota_exceeded` and
 * `service_unavailable`.
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

/** Creates the project of examples and returns its id. */
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

/** A write that happens once per organization, so that a second click continues where the first stopped. */
const once = async <T>(
  { organizationId }: MemberActor,
  part: string,
  content: unknown,
  receipt: (made: T) => string,
): Promise<IdempotentWrite<T>> => ({
  ...(await idempotencyRequest(organizationId, "", "examples", part, content)),
  receipt,
});

const idIn = <T>(result: WriteResult<T>, idOf: (made: T) => string): string =>
  result.kind === "made" ? idOf(result.value) : result.receipt;

/**
 * Removes the examples and nothing else: switches off their links, whose codes may be printed, and archives their
 * project unless it contains other links. Does nothing without examples. Throws `insufficient_scope` and
 * `service_unavailable`.
 */
export async function removeExamples(
  actor: MemberActor,
  dependencies: ExamplesDependencies & { lists: LinkListStore },
): Promise<void> {
  requireProjectManager(actor);
  const { organizationId } = actor;
  const { firstSteps, now } = dependencies;
  const { examples } = await firstSteps.state(organizationId);
  if (!examples || examples.isRemoved) return;
  const { projectId, linkIds } = examples;
  await switchExamples(actor, examples, "inactive", dependencies);
  const { links } = await listLinks(actor, { projectId, limit: linkIds.length + 1 }, dependencies);
  if (links.every(({ link }) => linkIds.includes(link.id)))
    await archiveProject(actor, { projectId, idempotency: null }, dependencies);
  await firstSteps.noteExamples(organizationId, examples, now());
}

/**
 * Switches the example links on or off. Throws `insufficient_scope`, and `service_unavailable` if a link could not be
 * changed; then a repeat is safe.
 */
export async function switchExamples(
  actor: MemberActor,
  { linkIds }: Pick<Examples, "linkIds">,
  status: LinkStatus,
  dependencies: ChangeLinkDependencies,
): Promise<void> {
  const at = dependencies.now().toISOString();
  const outcomes = await changeLinks(
    actor,
    {
      linkIds,
      change: { status },
      idempotencyOf: async (linkId) => ({
        ...(await idempotencyRequest(actor.organizationId, "", "examples", `${linkId} ${at}`, status)),
        receipt: ({ link }: ChangedLink) => link.id,
      }),
    },
    dependencies,
  );
  const failed = outcomes.find(({ error }) => error !== undefined);
  if (failed) throw serviceUnavailable(new Error(`an example was not changed: ${failed.error}`));
}
