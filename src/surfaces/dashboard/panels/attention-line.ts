import type { MemberActor } from "../../../features/access/actor.ts";
import type { LinkProblemKind } from "../../../features/links/attention-store.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import type { Dependencies } from "../../http/context.ts";
import type { IconName } from "../layout/icon.tsx";

/** What needs attention: a screen below the path of the organization, and a short text about it. */
export interface AttentionLine {
  /** A kind of problem, or the type of an alert. */
  kind: string;
  icon: IconName;
  path: string;
  name: string;
  text: string;
}

/** Asks what needs attention in an organization, or in one of its projects. */
export interface AttentionRequest {
  actor: MemberActor;
  projectId: string | undefined;
  zone: Zone;
  dependencies: Dependencies;
}

/** The part of an extra: its lines, and the problems of links that the organization has switched off. */
export interface KnownAttention {
  lines: AttentionLine[];
  without?: LinkProblemKind[];
}
