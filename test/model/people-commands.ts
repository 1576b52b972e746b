import fc from "fast-check";
import { expect } from "vitest";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { linkBody } from "../bodies.ts";
import { expectError } from "../expectations.ts";
import { type Json, send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import {
  ask,
  type Command,
  choice,
  command,
  noteLink,
  onLink,
  organization,
  other,
  timed,
} from "./command.ts";
import {
  chosen,
  type Model,
  noteVersion,
  type Organization,
  type PersonRole,
  REVOCATION_MS,
} from "./model.ts";

/** The path of an organization's screens. */
const screens = ({ names }: Model, by: Organization): string => `/dashboard/o/${names[by]}`;
export const ownerOf = ({ names }: Model, by: Organization): string => `owner@${names[by]}.example`;
export const personOf = ({ names }: Model, by: Organization): string => `person@${names[by]}.example`;

/** Another role, or none; it applies from the next request on. */
const role = fc.tuple(organization, fc.constantFrom<PersonRole>("editor", "viewer", null)).map(([by, to]) =>
  command(`role(${by}, ${to})`, async (model, real) => {
    const owner = await real.person(ownerOf(model, by), model.clock);
    const members = `${screens(model, by)}/members`;
    const email = personOf(model, by);
    const [, path = ""] =
      new RegExp(`href="([^"]+)"><bdi>${email}`).exec((await owner.open(members)).text) ?? [];
    expect(path !== "").toBe(model.people[by] !== null);
    if (to === null && path === "") return;
    const answer =
      to === null
        ? await owner.send(`${path}/remove`, {})
        : await owner.send(path === "" ? `${members}/new` : path, {
            email,
            role: to,
            reach: "all",
          });
    expect(answer.status, answer.text.slice(0, 300)).toBe(303);
    model.people[by] = to;
    const person = await real.person(email, model.clock);
    const links = await person.open(`${screens(model, by)}/links`);
    expect(links.status).toBe(to === null ? 403 : 200);
    const others = await person.open(`${screens(model, other(by))}/links`);
    expect(others.status).toBe(to === null ? 403 : 404);
  }),
);

/** A person restores an earlier version of a link. */
const undo = fc.tuple(choice, choice).map(([number, version]) =>
  onLink(`undo ${version} `, number, async (link, model, real) => {
    const by = link.organization;
    const person = await real.person(personOf(model, by), model.clock);
    const earlier = version % link.versions.length;
    const path = `${screens(model, by)}/links/${link.id}/restore/${earlier + 1}`;
    const asked = await person.open(path);
    const may = model.people[by] === "editor";
    expect(asked.status).toBe(may ? 200 : 403);
    const [, revision] = /name="revision" value="(\d+)"/.exec(asked.text) ?? [];
    const state = link.versions[earlier];
    const isSame = JSON.stringify(sorted(state)) === JSON.stringify(sorted(link.state));
    if (may) expect(revision === undefined, asked.text.slice(0, 300)).toBe(isSame);
    const answer = await person.send(path, { revision: revision ?? "1" });
    if (!may) expect(answer.status).toBe(403);
    if (!may || isSame) return;
    expect(answer.location, answer.text.slice(0, 300)).toContain("done=restored");
    noteVersion(link, state, model.clock);
  }),
);

const sorted = (state: Json): Json =>
  state !== null && typeof state === "object" && !Array.isArray(state)
    ? Object.fromEntries(
        Object.keys(state)
          .sort()
          .map((name) => [name, sorted(state[name])]),
      )
    : state;

/** A person uploads a file and starts its import, whose links exist once nothing waits on the page. */
const importFile = fc
  .tuple(organization, fc.uuid(), fc.integer({ min: 1, max: 3 }))
  .map(([by, mark, count]) =>
    command(`import(${by}, ${count})`, async (model, real) => {
      const names = Array.from({ length: count }, (_, index) => `row ${index} ${mark}`);
      const lines = names.map((name) => `${name},custom,custom_url,https://example.com/imported\r\n`);
      const file = `name,retailer,intent,customUrl\r\n${lines.join("")}`;
      const email = personOf(model, by);
      const added = await real.upload(email, model.clock, `${screens(model, by)}/links/import`, file);
      if (model.people[by] !== "editor") {
        expect(added.status).toBe(403);
        return;
      }
      expect(added.status, added.text.slice(0, 300)).toBe(303);
      const path = added.location?.replace(/\?.*/, "") ?? "";
      const person = await real.person(email, model.clock);
      await person.send(`${path}/start`, {});
      await expect.poll(async () => (await person.open(path)).text.includes("data-refresh")).toBe(false);
      const query = `/v1/links?limit=100&q=${mark}`;
      const found: Json[] = (await ask(model, real, by, ["GET", query])).json.data;
      expect(found.map(({ name }) => name).toSorted()).toEqual(names);
      for (const each of found) {
        const body = linkBody("custom custom_url", {
          name: each.name,
          customUrl: "https://example.com/imported",
        });
        noteLink(model, by, body, each);
      }
    }),
  );

/** The owner rotates the key without a grace period, or issues another key and revokes the first. */
const newKey = fc.tuple(organization, fc.constantFrom("rotate", "revoke")).map(([by, how]) =>
  command(`${how}(${by})`, async (model, real) => {
    const owner = await real.person(ownerOf(model, by), model.clock);
    const keys = `${screens(model, by)}/keys`;
    const { id, key } = model.keys[by];
    const answer =
      how === "rotate"
        ? await owner.send(`${keys}/${id}/rotate`, { grace: "0" })
        : await owner.send(`${keys}/new`, { name: "Next", reach: "all", scopes: [...SCOPES] });
    const [, fresh = ""] = /id="api-key">([^<]*)</.exec(answer.text) ?? [];
    expect(fresh, answer.text.slice(0, 300)).toMatch(/^slk_/);
    if (how === "revoke") expect((await owner.send(`${keys}/${id}/revoke`, {})).status).toBe(303);
    const list = (await owner.open(keys)).text;
    const known = new Set([id, ...model.revoked.map((each) => each.id)]);
    const ids = [...list.matchAll(/\/keys\/(key_\w+)"/g)].map(([, each = ""]) => each);
    const freshId = ids.find((each) => !known.has(each));
    expect(freshId).toBeDefined();
    model.revoked.push({ id, key, at: model.clock });
    model.keys[by] = { id: freshId ?? "", key: fresh };
  }),
);

const oldKey = choice.map((number) =>
  command(
    `oldKey(${number})`,
    async (model, { service }) => {
      const old = chosen(model.revoked, number);
      if (!old || model.clock <= old.at + REVOCATION_MS) return;
      const options = { key: old.key, headers: timed(model.clock) };
      const answer = await send(service as RunningService, "GET", "/v1/links", undefined, options);
      expectError(answer, 401, "unauthorized");
    },
    ({ revoked }) => revoked.length > 0,
  ),
);

/** Actions of people in the dashboard: members, undo, imports and keys. */
export const PEOPLE_COMMANDS: fc.Arbitrary<Command>[] = [role, undo, undo, importFile, newKey, oldKey];
