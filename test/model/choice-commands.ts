import fc from "fast-check";
import { choiceBody } from "../bodies.ts";
import type { Json } from "../requests.ts";
import {
  acknowledged,
  ask,
  type Command,
  choice,
  command,
  noteLink,
  onLink,
  organization,
  word,
} from "./command.ts";
import { noteVersion } from "./model.ts";

/** Two or three of three offers: a page with a single offer redirects. */
const offers: fc.Arbitrary<Json[]> = fc
  .tuple(fc.subarray(["a", "b", "c"], { minLength: 2 }), word)
  .map(([keys, path]) =>
    keys.map((key) => ({
      key,
      retailer: "custom",
      intent: "custom_url",
      customUrl: `https://${key}.example/${path}`,
    })),
  );

const create = fc.tuple(organization, offers).map(([by, list]) =>
  command(`createChoice(${by}, ${list.map(({ key }) => key)})`, async (model, real) => {
    const body = choiceBody({ offers: list });
    noteLink(model, by, body, acknowledged(await ask(model, real, by, ["POST", "/v1/links", body]), 201));
  }),
);

const change = fc.tuple(choice, offers).map(([number, list]) =>
  onLink(
    `offers ${list.map(({ key }) => key)} `,
    number,
    async (link, model, real) => {
      const path = `/v1/links/${link.id}`;
      acknowledged(await ask(model, real, link.organization, ["PATCH", path, { offers: list }]), 200);
      if (JSON.stringify(list) === JSON.stringify(link.state.offers)) return;
      noteVersion(link, { ...link.state, offers: list }, model.clock);
    },
    ({ state }) => state.offers !== undefined,
  ),
);

/** Links on whose page shoppers choose. */
export const CHOICE_COMMANDS: fc.Arbitrary<Command>[] = [create, change];
