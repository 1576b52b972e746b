import fc from "fast-check";
import { expect } from "vitest";
import { JOBS } from "../faults/faults.ts";
import { send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import { ADDRESS_COMMANDS } from "./address-commands.ts";
import { CHOICE_COMMANDS } from "./choice-commands.ts";
import { type Command, command, timed } from "./command.ts";
import { CREATE_COMMANDS } from "./create-commands.ts";
import { LINK_COMMANDS } from "./link-commands.ts";
import { PEOPLE_COMMANDS } from "./people-commands.ts";
import { RACE_COMMANDS } from "./race-commands.ts";
import { VISIT_COMMANDS } from "./visit-commands.ts";

const DAY_MS = 86_400_000;

const wait = fc.constantFrom(1_000, 9_000, 71_000, 71_000, DAY_MS).map((time) =>
  command(`wait(${time})`, async (model) => {
    model.clock += time;
  }),
);

/** All jobs. They change nothing in the model. */
const jobs = fc.constant(
  command("jobs", async ({ clock }, { service }) => {
    const headers = { ...timed(clock), [JOBS]: "yes" };
    const { status, text } = await send(service as RunningService, "GET", "/health", undefined, { headers });
    expect(status, text).toBe(200);
  }),
);

/** Actions of callers, shoppers, people and time, in any order. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  ...CREATE_COMMANDS,
  ...LINK_COMMANDS,
  ...VISIT_COMMANDS,
  ...ADDRESS_COMMANDS,
  ...CHOICE_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...RACE_COMMANDS,
  wait,
  wait,
  wait,
  jobs,
];

/** Names, schedules and choices: few links, so that each changes often. */
export const ADDRESSED_COMMANDS: fc.Arbitrary<Command>[] = [
  ...ADDRESS_COMMANDS,
  ...CHOICE_COMMANDS,
  ...VISIT_COMMANDS,
  wait,
];
