import fc from "fast-check";
import { expect } from "vitest";
import type { Json } from "../requests.ts";
import { acknowledged, ask, type Command, choice, onLink, word } from "./command.ts";
import { changedBy } from "./history.ts";
import { type ModelLink, noteVersion } from "./model.ts";

const change = fc.oneof(
  word.map((name): Json => ({ name })),
  word.map((path): Json => ({ customUrl: `https://example.com/raced/${path}` })),
  fc.constantFrom<Json>({ status: "inactive" }, { status: "active" }, { tracking: { tags: ["raced"] } }),
);

/** Concurrent changes of one link: none is lost, and they are applied one after the other in some order. */
const patches = fc.tuple(choice, fc.array(change, { minLength: 2, maxLength: 5 })).map(([number, changes]) =>
  onLink(
    `patches ${JSON.stringify(changes)} `,
    number,
    async (link, model, real) => {
      const path = `/v1/links/${link.id}`;
      const by = link.organization;
      const answers = await Promise.all(changes.map((each) => ask(model, real, by, ["PATCH", path, each])));
      for (const answer of answers) acknowledged(answer, 200);
      const history: Json[] = (await ask(model, real, by, ["GET", `${path}/history?limit=100`])).json.data;
      const entries = history.toReversed().slice(link.versions.length);
      const left = changes.map((each) => JSON.stringify(each));
      for (const entry of entries) {
        const next = changedBy(link.state, entry);
        // Each version is one of the changes, and each change makes at most one version.
        const made = left.findIndex(
          (each) => JSON.stringify({ ...link.state, ...JSON.parse(each) }) === textOf(link, next),
        );
        expect(made, JSON.stringify(entry)).toBeGreaterThanOrEqual(0);
        left.splice(made, 1);
        noteVersion(link, next, model.clock);
      }
      const definition = await ask(model, real, by, ["GET", `${path}/definition`]);
      expect(acknowledged(definition, 200)).toEqual(link.state);
      // A change without a version found its values already set.
      for (const each of left) expect(wasSo(link, JSON.parse(each), entries.length)).toBe(true);
    },
    ({ state }) => state.offers === undefined,
  ),
);

/** The text of a next state whose members have the order of a change. */
const textOf = ({ state }: ModelLink, next: Json): string => JSON.stringify({ ...state, ...next });

/** Whether one of the versions of the race equals this. */
const wasSo = ({ versions }: ModelLink, wanted: Json, raced: number): boolean =>
  versions
    .slice(-raced - 1)
    .some((state) => JSON.stringify({ ...state, ...wanted }) === JSON.stringify(state));

/** One identifier in concurrent requests: one code. */
const codes = fc.tuple(choice, word).map(([number, identifier]) =>
  onLink(
    `codes ${identifier} `,
    number,
    async (link, model, real) => {
      const path = `/v1/links/${link.id}/qr-codes`;
      const name = `raced-${identifier}`;
      const answers = await Promise.all(
        [1, 2, 3].map(() => ask(model, real, link.organization, ["POST", path, { identifier: name }])),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual(link.codes.has(name) ? [409, 409, 409] : [201, 409, 409]);
      if (!link.codes.has(name)) noteVersion(link, link.state, model.clock);
      link.codes.add(name);
    },
    ({ state }) => state.status === "active",
  ),
);

/** Several concurrent requests for one link. */
export const RACE_COMMANDS: fc.Arbitrary<Command>[] = [patches, codes];
