import fc from "fast-check";
import { expect } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import type { Json } from "../requests.ts";
import { acknowledged, ask, type Command, choice, command, noteLink, organization, word } from "./command.ts";
import { CLAIM_MS } from "./model.ts";

const custom = (name: string, changes: object = {}): Json =>
  linkBody("custom custom_url", { name, customUrl: `https://example.com/${name}`, ...changes });

const create = fc.tuple(organization, word, fc.option(choice)).map(([by, name, keyed]) =>
  command(`create(${by}, ${name}, ${keyed})`, async (model, real) => {
    const body = custom(name);
    const key = keyed === null ? undefined : `model-key-${keyed % 5}`;
    const earlier = model.claims.findLast(
      (claim) => claim.key === key && claim.organization === by && model.clock - claim.at < CLAIM_MS,
    );
    const options = key === undefined ? {} : { idempotencyKey: key };
    const answer = await ask(model, real, by, ["POST", "/v1/links", body], options);
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
    if (key !== undefined)
      model.claims.push({ organization: by, key, body, link, text: answer.text, at: model.clock });
  }),
);

/** Equal concurrent creates make one link, and all get the same response. */
const race = fc.tuple(organization, fc.uuid(), fc.integer({ min: 2, max: 5 })).map(([by, key, count]) =>
  command(`race(${by}, ${count})`, async (model, real) => {
    const body = custom("race");
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        ask(model, real, by, ["POST", "/v1/links", body], { idempotencyKey: key }),
      ),
    );
    const [first, ...others] = answers.map((answer) => expectLink(answer));
    for (const each of others) expect(each).toEqual(first);
    expect(answers.filter((answer) => !answer.headers.has("Idempotent-Replayed"))).toHaveLength(1);
    const link = noteLink(model, by, body, first);
    model.claims.push({ organization: by, key, body, link, text: answers[0]?.text ?? "", at: model.clock });
  }),
);

/** Rows, some of which are rejected; a repeat of the request creates no row twice. */
const bulk = fc
  .tuple(organization, fc.uuid(), fc.array(fc.option(word, { freq: 3 }), { minLength: 1, maxLength: 4 }))
  .map(([by, idempotencyKey, names]) =>
    command(`bulk(${by}, ${names.map((name) => name ?? "-")})`, async (model, real) => {
      const bodies = names.map((name) =>
        name === null ? custom("bad", { customUrl: "no URL" }) : custom(name),
      );
      const sent = () =>
        ask(model, real, by, ["POST", "/v1/links/bulk", { links: bodies }], { idempotencyKey });
      const rows: Json[] = acknowledged(await sent(), 200);
      expect(rows.map(({ status }) => status)).toEqual(names.map((name) => (name === null ? 400 : 201)));
      for (const [index, { body }] of rows.entries())
        if (body.data) noteLink(model, by, bodies[index], body.data);
      const again: Json[] = acknowledged(await sent(), 200);
      expect(again.map(({ body }) => body.data)).toEqual(rows.map(({ body }) => body.data));
    }),
  );

/** A dry run reports links and creates nothing: the check at the end would find them. */
const dryRun = fc.tuple(organization, word).map(([by, name]) =>
  command(`dryRun(${by}, ${name})`, async (model, real) => {
    const body = { links: [custom(name)], dryRun: true };
    const [row]: Json[] = acknowledged(await ask(model, real, by, ["POST", "/v1/links/bulk", body]), 200);
    expect([row?.status, row?.body.data.destination]).toEqual([200, `https://example.com/${name}`]);
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

/** Creation of links, single and in bulks, and their list. */
export const CREATE_COMMANDS: fc.Arbitrary<Command>[] = [create, create, create, race, bulk, dryRun, list];
