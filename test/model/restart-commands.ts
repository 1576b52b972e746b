import fc from "fast-check";
import { expect } from "vitest";
import { linkBody } from "../bodies.ts";
import type { Answer, Json } from "../requests.ts";
import {
  acknowledged,
  ask,
  type Command,
  choice,
  command,
  noteLink,
  onLink,
  organization,
  type Real,
} from "./command.ts";
import { noteVersion } from "./model.ts";

/** A service whose processes can be killed; its storage stays. */
export interface Restarting extends Real {
  /** Kills it like a power cut. */
  kill(): Promise<void>;
  /** Starts a process on the same storage. */
  start(): Promise<void>;
}

// Only the test of restarts uses these commands, and its service is of this type.
const restarting = (real: Real): Restarting => real as Restarting;

/** Creates whose responses a power cut may lose: they are repeated with their keys, and each makes one link. */
const crash = fc.tuple(organization, fc.array(fc.uuid(), { minLength: 1, maxLength: 6 })).map(([by, keys]) =>
  command(`crash(${by}, ${keys.length})`, async (model, real) => {
    const service = restarting(real);
    const sent = keys.map((idempotencyKey) => ({
      idempotencyKey,
      body: linkBody("custom custom_url", {
        name: "crash",
        customUrl: `https://example.com/${idempotencyKey}`,
      }),
    }));
    const create = ({ idempotencyKey, body }: (typeof sent)[number]): Promise<Answer> =>
      ask(model, real, by, ["POST", "/v1/links", body], { idempotencyKey });
    const answers = sent.map(create);
    await Promise.race(answers);
    await service.kill();
    const told = await Promise.allSettled(answers);
    await service.start();
    for (const [index, each] of sent.entries()) {
      const first = told[index];
      const made = acknowledged(await create(each), 201);
      if (first?.status === "fulfilled") expect(made).toEqual(first.value.json.data);
      noteLink(model, by, each.body, made);
    }
  }),
);

/** A change of a link during a power cut: it is made once, or when it is repeated. */
const crashOnChange = fc.tuple(choice, fc.uuid()).map(([number, idempotencyKey]) =>
  onLink("crashOnChange", number, async (link, model, real) => {
    const service = restarting(real);
    const change = () =>
      ask(model, real, link.organization, ["PATCH", `/v1/links/${link.id}`, { name: idempotencyKey }], {
        idempotencyKey,
      });
    const read = ask(model, real, link.organization, ["GET", `/v1/links/${link.id}`]);
    const changed = Promise.allSettled([change(), read]);
    await read;
    await service.kill();
    await changed;
    await service.start();
    acknowledged(await change(), 200);
    noteVersion(link, { ...link.state, name: idempotencyKey }, model.clock);
  }),
);

const restart = fc.constant(
  command("restart", async (_, real) => {
    await restarting(real).kill();
    await restarting(real).start();
  }),
);

/** Ends of processes, and their replacements. */
export const RESTART_COMMANDS: fc.Arbitrary<Command>[] = [crash, crash, crashOnChange, restart];

/** After any actions, a new process finds each link as in the model. */
export async function expectStored(model: Json, real: Restarting): Promise<void> {
  await real.kill();
  await real.start();
  for (const link of model.links) {
    const answer = await ask(model, real, link.organization, ["GET", `/v1/links/${link.id}/definition`]);
    expect(acknowledged(answer, 200)).toEqual(link.state);
  }
}
