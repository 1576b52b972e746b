import fc from "fast-check";
import { expect } from "vitest";
import { rotateKey } from "../../src/access/rotate-key.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { expectError, expectLink } from "../expectations.ts";
import type { Json } from "../requests.ts";
import { ask, type Command, choice, command, noteLink, organization, word } from "./command.ts";
import { LINK_COMMANDS } from "./link-commands.ts";
import { chosen, REVOCATION_MS } from "./model.ts";

const create = fc.tuple(organization, word, fc.option(choice)).map(([by, name, keyed]) =>
  command(`create(${by}, ${name}, ${keyed})`, async (model, real) => {
    const body = linkBody("custom custom_url", { name, customUrl: `https://example.com/${name}` });
    const key = keyed === null ? undefined : `model-key-${keyed % 5}`;
    const earlier = model.claims.find((claim) => claim.key === key && claim.organization === by);
    const answer = await ask(
      model,
      real,
      by,
      ["POST", "/v1/links", body],
      key === undefined ? {} : { idempotencyKey: key },
    );
    if (earlier && JSON.stringify(earlier.body) !== JSON.stringify(body)) {
      expectError(answer, 409, "idempotency_conflict");
      return;
    }
    const made = expectLink(answer);
    if (earlier) {
      expect([answer.text, answer.headers.get("Idempotent-Replayed")]).toEqual([earlier.text, "true"]);
      return;
    }
    expect(answer.headers.get("Idempotent-Replayed")).toBeNull();
    const link = noteLink(model, by, body, made);
    if (key !== undefined) model.claims.push({ organization: by, key, body, link, text: answer.text });
  }),
);

/** Equal creates at the same time make one link, and all get the same answer. */
const race = fc.tuple(organization, fc.uuid(), fc.integer({ min: 2, max: 5 })).map(([by, key, count]) =>
  command(`race(${by}, ${count})`, async (model, real) => {
    const body = linkBody("custom custom_url", { name: "race", customUrl: "https://example.com/race" });
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        ask(model, real, by, ["POST", "/v1/links", body], { idempotencyKey: key }),
      ),
    );
    const [first, ...others] = answers.map((answer) => expectLink(answer));
    for (const each of others) expect(each).toEqual(first);
    expect(answers.filter((answer) => !answer.headers.has("Idempotent-Replayed"))).toHaveLength(1);
    const link = noteLink(model, by, body, first);
    model.claims.push({ organization: by, key, body, link, text: answers[0]?.text ?? "" });
  }),
);

const list = fc.tuple(organization, fc.integer({ min: 1, max: 4 })).map(([by, limit]) =>
  command(`list(${by}, ${limit})`, async (model, real) => {
    const found: string[] = [];
    let cursor = "";
    do {
      const { json } = await ask(model, real, by, [
        "GET",
        `/v1/links?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      ]);
      found.push(...json.data.map(({ id }: Json) => id));
      cursor = json.nextCursor ?? "";
    } while (cursor !== "");
    const own = model.links.filter((link) => link.organization === by).map(({ id }) => id);
    expect(found.toSorted()).toEqual(own.toSorted());
  }),
);

const wait = fc.constantFrom(1_000, 9_000, 71_000).map((time) =>
  command(`wait(${time})`, async (model) => {
    model.clock += time;
  }),
);

const rotate = organization.map((by) =>
  command(`rotate(${by})`, async (model, real) => {
    const { id, key } = model.keys[by];
    await rotateKey(
      OPERATOR,
      { id, grace: "0", idempotency: null },
      { ...dependenciesOf(real.service.env), now: () => new Date(Date.now()) },
    );
    model.keys[by] = await real.issueKey(by);
    model.revoked.push({ key, at: model.clock });
  }),
);

const oldKey = choice.map((number) =>
  command(
    `oldKey(${number})`,
    async (model, real) => {
      const old = chosen(model.revoked, number);
      if (!old || model.clock <= old.at + REVOCATION_MS) return;
      expectError(
        await ask(model, real, "acme", ["GET", "/v1/links"], { key: old.key }),
        401,
        "unauthorized",
      );
    },
    ({ revoked }) => revoked.length > 0,
  ),
);

/** What callers, shoppers and time do, in any order. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  ...LINK_COMMANDS,
  create,
  create,
  race,
  list,
  wait,
  rotate,
  oldKey,
];
