import fc from "fast-check";
import { expect } from "vitest";
import { expectError } from "../expectations.ts";
import { acknowledged, ask, type Command, choice, onLink, other, word } from "./command.ts";
import { expectHistory } from "./history.ts";
import { noteVersion } from "./model.ts";

const read = choice.map((number) =>
  onLink("read", number, async (link, model, real) => {
    const { organization, id } = link;
    const definition = await ask(model, real, organization, ["GET", `/v1/links/${id}/definition`]);
    expect(acknowledged(definition, 200)).toEqual(link.state);
    const codes = await ask(model, real, organization, ["GET", `/v1/links/${id}/qr-codes?limit=100`]);
    const identifiers = codes.json.data.map(({ identifier }: { identifier: string }) => identifier);
    expect(identifiers.toSorted()).toEqual([...link.codes].sort());
  }),
);

/** For another organization, the link never exists. */
const foreign = choice.map((number) =>
  onLink("foreign", number, async ({ id, organization }, model, real) => {
    const path = `/v1/links/${id}`;
    const requests: [string, string, unknown?][] = [
      ["GET", path],
      ["GET", `${path}/definition`],
      ["GET", `${path}/history`],
      ["GET", `${path}/visits`],
      ["GET", `${path}/destination`],
      ["GET", `${path}/qr-codes`],
      ["PATCH", path, { name: "foreign" }],
      ["POST", `${path}/qr-codes`, {}],
      ["PATCH", `${path}/qr-codes/default`, { name: "foreign" }],
    ];
    const by = other(organization);
    const answers = await Promise.all(requests.map((request) => ask(model, real, by, request)));
    for (const answer of answers) expectError(answer, 404, "not_found");
    const found = await ask(model, real, by, ["GET", `/v1/links?q=${id}`]);
    expect(found.json.data).toEqual([]);
  }),
);

const history = choice.map((number) =>
  onLink("history", number, async (link, model, real) => {
    const answer = await ask(model, real, link.organization, [
      "GET",
      `/v1/links/${link.id}/history?limit=100`,
    ]);
    expectHistory(link, acknowledged(answer, 200));
  }),
);

const changes = fc.record(
  {
    name: word,
    customUrl: word.map((path) => `https://example.com/${path}`),
    status: fc.constantFrom("active", "inactive"),
  },
  { requiredKeys: [] },
);

/** With a key, the change is sent twice, and made once. */
const patch = fc.tuple(choice, changes, fc.option(fc.uuid())).map(([number, change, idempotencyKey]) =>
  onLink(
    `patch ${JSON.stringify(change)}${idempotencyKey === null ? "" : " twice"} `,
    number,
    async (link, model, real) => {
      const { customUrl: _, ...others } = change;
      const sent = link.state.offers ? others : change;
      const next = { ...link.state, ...sent };
      const request = () =>
        ask(
          model,
          real,
          link.organization,
          ["PATCH", `/v1/links/${link.id}`, sent],
          idempotencyKey === null ? {} : { idempotencyKey },
        );
      const answer = await request();
      acknowledged(answer, 200);
      if (JSON.stringify(next) !== JSON.stringify(link.state)) noteVersion(link, next, model.clock);
      if (idempotencyKey !== null) expect((await request()).text).toBe(answer.text);
    },
  ),
);

const addCode = fc.tuple(choice, fc.constantFrom("shelf", "poster", "window")).map(([number, identifier]) =>
  onLink(`code ${identifier} `, number, async (link, model, real) => {
    const path = `/v1/links/${link.id}/qr-codes`;
    const answer = await ask(model, real, link.organization, ["POST", path, { identifier }]);
    if (link.state.status !== "active")
      expect([answer.status, answer.json.error.code].join()).toMatch(
        /^409,(?:link_inactive|duplicate_identifier)$/,
      );
    else if (link.codes.has(identifier)) expectError(answer, 409, "duplicate_identifier");
    else {
      acknowledged(answer, 201);
      link.codes.add(identifier);
      noteVersion(link, link.state, model.clock);
    }
  }),
);

/** Actions of callers on one link. */
export const LINK_COMMANDS: fc.Arbitrary<Command>[] = [read, foreign, history, patch, patch, patch, addCode];
