import type { MemberActor } from "../../features/access/actor.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import type { Scope } from "../../ground/core/vocabulary.ts";

/** `idle`: there is nothing to do, yet or any more. `stopped`: it continues only once somebody starts it again. */
export type RunState = "idle" | "running" | "stopped";

/**
 * Why a run stopped: somebody asked for it; its member left, or lost the right; or a step made no progress for so long that a
 * repeat could do something twice.
 */
export type StopReason = "asked" | "member_removed" | "role_changed" | "interrupted";

/** What every run has. Times are ISO 8601 in UTC. */
export interface RunHead {
  id: string;
  organizationId: string;
  /** Its member, whose rights it has; empty for a run that only reads. */
  memberId: string;
  /** Of the request that added it. */
  fingerprint: string;
  state: RunState;
  stoppedBecause: StopReason | null;
  createdAt: string;
  /** When it is deleted. */
  expiresAt: string;
}

/** Work in the background, step by step: what it does, and how far it is. */
export type Run<Content, Progress> = RunHead & Content & { progress: Progress };

/** What is the same for all runs of a kind. */
export interface KindOf<Content, Progress> {
  kind: string;
  beginning: Progress;
  /** How long a run is kept, in milliseconds: from its start, and again from each end. */
  keptMs: number;
  /** The most runs of an organization, at a time or ever. */
  most: { running?: number; stored?: number };
  /** The content as read from JSON, with values that JSON does not have. */
  read?(content: Content): Content;
}

/** A request to continue a run. */
export interface RunMessage {
  kind: string;
  organizationId: string;
  runId: string;
}

/** Whether `value`, received from the queue, is a valid message. */
export function isRunMessage(value: unknown): value is RunMessage {
  if (typeof value !== "object" || value === null) return false;
  const { kind, organizationId, runId } = value as Partial<Record<keyof RunMessage, unknown>>; // read only
  return [kind, organizationId, runId].every((part) => typeof part === "string");
}

/** The id of the run that a request adds. Its scope is a hash, and names the organization too. */
export const runIdOf = (prefix: string, scope: string): string => `${prefix}_${scope.slice(0, 32)}`;

/** A run can concern any project, so members limited to some projects see only their own. */
export const isVisible = (actor: MemberActor, { organizationId, memberId }: RunHead): boolean =>
  organizationId === actor.organizationId && (actor.projects === "all" || memberId === actor.id);

/**
 * A run of the actor's organization. Throws the same `not_found` with `missing` as its message whether the run doesn't exist
 * or the actor may not see it.
 */
export async function requireRun<R extends RunHead>(
  actor: MemberActor,
  scope: Scope,
  runId: string,
  { find }: { find(id: string): Promise<R | null> },
  missing: string,
): Promise<R> {
  requireScope(actor, scope);
  const found = await find(runId);
  if (found && isVisible(actor, found)) return found;
  throw new ServiceError("not_found", missing);
}

/** Ends a step, and stops its run. */
export class RunStopped extends Error {
  readonly because: StopReason;
  constructor(because: StopReason) {
    super(`The run stopped: ${because}.`);
    this.because = because;
  }
}
