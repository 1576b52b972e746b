import type { Env } from "../src/env.ts";
import type { Actor } from "../src/features/access/actor.ts";
import { changeLink } from "../src/features/links/change-link.ts";
import type { LinkStatus } from "../src/ground/core/vocabulary.ts";
import { gatherWork } from "../src/ground/platform/background.ts";
import type { Wiring } from "../src/wiring.ts";
import { openDependencies } from "../src/wiring.ts";

/** The caller of a verb in tests that are not about access. */
export const OPERATOR: Actor = { type: "job", id: "test" };

/** The dependencies of verbs, with the bindings of a running service. Work after a response is dropped. */
export const dependenciesOf = (env: Env): Wiring => openDependencies(env, () => {});

/** Switches a link on or off, and comes back once the work after that is done too. */
export async function setStatus(env: Env, linkId: string, status: LinkStatus): Promise<void> {
  const { waitUntil, settled } = gatherWork();
  const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
  const dependencies = { ...openDependencies(env, waitUntil), origins };
  await changeLink(OPERATOR, { linkId, patch: { status }, expected: null, idempotency: null }, dependencies);
  await settled();
}
