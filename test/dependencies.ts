import type { Actor } from "../src/access/actor.ts";
import type { Env } from "../src/env.ts";
import { type Dependencies, openDependencies } from "../src/wiring.ts";

/** Whoever calls a verb where a test is not about access. */
export const OPERATOR: Actor = { type: "job", id: "test" };

/** What verbs stand on, over the bindings of a running service. Work after an answer is dropped. */
export const dependenciesOf = (env: Env): Dependencies => openDependencies(env, () => {});
