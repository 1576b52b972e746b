import fc from "fast-check";
import { expect } from "vitest";
import { expectError } from "../expectations.ts";
import { LATER } from "../faults/faults.ts";
import { type Json, send } from "../requests.ts";
import { ask, type Command, choice, command, hasLinks, other, type Real, word } from "./command.ts";
import { chosen, type Model, type ModelLink, mayLeadTo, noteVersion } from "./model.ts";

const onLink = (
  name: string,
  run: (link: ModelLink, model: Model, real: Real) => Promise<void>,
): fc.Arbitrary<Command> =>
  choice.map((number) =>
    command(
      `${name}(${number})`,
      async (model, real) => {
        const link = chosen(model.links, number);
        if (link) await run(link, model, real);
      },
      hasLinks,
    ),
  );

const read = onLink("read", async (link, model, real) => {
  const definition = await ask(model, real, link.organization, ["GET", `/v1/links/${link.id}/definition`]);
  expect(definition.json.data).toEqual(link.state);
  const foreign = await ask(model, real, other(link.organization), ["GET", `/v1/links/${link.id}`]);
  expectError(foreign, 404, "not_found");
});

const history = onLink("history", async (link, model, real) => {
  const { json } = await ask(model, real, link.organization, [
    "GET",
    `/v1/links/${link.id}/history?limit=100`,
  ]);
  const entries: Json[] = json.data.toReversed();
  expect(entries.map(({ version }) => version)).toEqual(link.versions.map((_, index) => index + 1));
  // Each entry explains how one version became the next.
  for (const [index, { changes }] of entries.entries())
    for (const { field, from, to } of changes.filter(
      (change: Json) => !change.field.startsWith("qrCodes."),
    )) {
      expect(link.versions[index - 1]?.[field], field).toEqual(from);
      expect(link.versions[index]?.[field], field).toEqual(to);
    }
});

const patch = fc
  .tuple(
    choice,
    fc.record(
      {
        name: word,
        customUrl: word.map((path) => `https://example.com/${path}`),
        status: fc.constantFrom("active", "inactive"),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([number, change]) =>
    command(
      `patch(${number}, ${JSON.stringify(change)})`,
      async (model, real) => {
        const link = chosen(model.links, number);
        if (!link) return;
        const next = { ...link.state, ...change };
        const answer = await ask(model, real, link.organization, ["PATCH", `/v1/links/${link.id}`, change]);
        expect(answer.status, answer.text).toBe(200);
        if (JSON.stringify(next) !== JSON.stringify(link.state)) noteVersion(link, next, model.clock);
        expectError(
          await ask(model, real, other(link.organization), ["PATCH", `/v1/links/${link.id}`, change]),
          404,
          "not_found",
        );
      },
      hasLinks,
    ),
  );

const addCode = fc.tuple(choice, fc.constantFrom("shelf", "poster", "window")).map(([number, identifier]) =>
  command(
    `code(${number}, ${identifier})`,
    async (model, real) => {
      const link = chosen(model.links, number);
      if (!link) return;
      const answer = await ask(model, real, link.organization, [
        "POST",
        `/v1/links/${link.id}/qr-codes`,
        { identifier },
      ]);
      if (link.state.status !== "active")
        expect([answer.status, answer.json.error.code].join()).toMatch(
          /^409,(?:link_inactive|duplicate_identifier)$/,
        );
      else if (link.codes.has(identifier)) expectError(answer, 409, "duplicate_identifier");
      else {
        expect(answer.status, answer.text).toBe(201);
        link.codes.add(identifier);
        noteVersion(link, link.state, model.clock);
      }
    },
    hasLinks,
  ),
);

const visit = onLink("visit", async (link, model, real) => {
  const { status, headers } = await send(real.service, "GET", `/${link.shortId}`, undefined, {
    headers: { [LATER]: String(model.clock), "User-Agent": "Mozilla/5.0 (iPhone)" },
  });
  if (status === 302) link.visits++;
  expect(mayLeadTo(link, model.clock)).toContain(status === 302 ? headers.get("Location") : null);
  expect([302, 410]).toContain(status);
});

/** What is done with one of the links. */
export const LINK_COMMANDS: fc.Arbitrary<Command>[] = [read, history, patch, patch, addCode, visit, visit];
