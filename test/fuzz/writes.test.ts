// @module-tag all
import fc from "fast-check";
import { expect, test } from "vitest";
import { EVENT_ID } from "../../src/surfaces/api/event-operations.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { jpegWith, LOGO } from "../logos.ts";
import { type Answer, get, type Json, post, send } from "../requests.ts";
import { IS_DEEP, patience, runs, SEED } from "../seeds.ts";
import { readContract } from "../spec/openapi-contract.ts";
import { useService } from "../use-service.ts";
import { judging } from "./judge.ts";
import { resolved } from "./schema-values.ts";

const service = await useService();
const { key } = await service.issueKey();
const contract = await readContract(service);
const { document, operations } = contract;
const { bodiesOf, written, expectStated, judge, at, operation } = judging(service, contract, key);
const link = expectLink(await post(service, "/v1/links", linkBody(), { key }));

// The example of a delivery names this event.
await service.env.DB.prepare("UPDATE activity SET id = ?1 WHERE link_id = ?2")
  .bind(EVENT_ID.replace("evt_", "act_"), link.id)
  .run();
const hook = await post(service, "/v1/webhooks", { url: "https://hooks.brand.example/" }, { key });
const addressOf = (path: string): string =>
  path
    .replace("{webhookId}", hook.json.data.id)
    .replace("{linkId}", link.id)
    .replace("{identifier}", "default")
    .replace("{projectId}", link.projectId);
/** Every operation of the contract that writes, or has a body; its content by media type. */
const WRITES = operations().flatMap(([path, method, { requestBody }]): [string, string, Json][] =>
  requestBody ? [[method, path, requestBody.content]] : [],
);
const ofJson = WRITES.filter(([, , content]) => content["application/json"]);
const OTHERS = WRITES.filter(([, , content]) => !content["application/json"]);
/** `npm test` repeats its seed, so that it need not look for a smaller body: that takes minutes on a busy machine. */
const slice = (count: number) => ({ numRuns: runs(count), seed: SEED, endOnFailure: !IS_DEEP });
const PROJECT = { projectId: link.projectId };

test("every operation with a body is tested: JSON below, and the upload of a picture", () => {
  expect(WRITES.length).toBeGreaterThan(7);
  expect(OTHERS.map(([method, path]) => `${method} ${path}`)).toEqual(["put /v1/projects/{projectId}/logo"]);
});

// The schema of a link's patch has the fields of all variants, of which its link accepts few: bodies.test.ts tests them.
const STATED = ofJson.filter(([method, path]) => `${method} ${path}` !== "patch /v1/links/{linkId}");

test.each(STATED)(
  "%s %s responds to every body as in the contract, and a rejection writes nothing",
  {
    timeout: patience(),
  },
  async (method, path) => {
    const tried = operation(path, method, addressOf(path));
    const names = Object.keys(resolved(at(tried.schema), document).properties ?? PROJECT);
    const fixed = names.includes("projectId") ? PROJECT : {};
    await fc.assert(
      fc.asyncProperty(bodiesOf(at(tried.schema), fixed), async (sent) => {
        await judge(tried, sent);
      }),
      slice(8),
    );
  },
);

const header = (...hostile: string[]): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.stringMatching(/^[\x21-\x7e]{8,128}$/) },
    { weight: 2, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e]{1,7}$/) },
  );
const LONG = "k".repeat(129);
const heads = fc.record({
  "Idempotency-Key": header(LONG, "........", "__proto__", "' OR 1=1 --"),
  "X-Correlation-ID": header(LONG, "constructor", "[object Object]"),
  "If-Match": header("*", '"1"', 'W/"1"', '"1", "2"', '"', "W/", ",,,,,,,,", '"\\"'),
  "Content-Type": fc.option(
    fc.constantFrom(
      "text/plain",
      "application/json; charset=utf-16",
      "application/merge-patch+json",
      "application/json;;;",
      "json",
      "APPLICATION/JSON",
    ),
    { freq: 4, nil: undefined },
  ),
});
/** A response's body, without the request's id in rejected rows. */
const told = ({ text }: Answer): string =>
  // The secret of a webhook is shown once.
  text.replace(/"correlationId":"[^"]*"|"secret":"[^"]*",/g, "");
const OF_HEADS = [400, 409, 412, 415];
/** An organization has one running export. */
const isBusy = (path: string, status: number): boolean => path === "/v1/exports" && status === 429;

test.each(WRITES)(
  "%s %s responds to every head as in the contract, and equally to a repeat",
  {
    timeout: patience(),
  },
  async (method, path, content) => {
    const [type = "", { examples = {} } = {}] = Object.entries<Json>(content)[0] ?? [];
    const example = Object.values<Json>(examples)[0]?.value;
    const body =
      typeof example === "object"
        ? JSON.stringify({ ...example, ...("projectId" in example && PROJECT) })
        : LOGO;
    await fc.assert(
      fc.asyncProperty(heads, async (head) => {
        const headers = Object.fromEntries(
          Object.entries({ ...head, "Content-Type": head["Content-Type"] ?? type }).filter(
            (entry): entry is [string, string] => entry[1] !== undefined,
          ),
        );
        const request = () => send(service, method.toUpperCase(), addressOf(path), body, { key, headers });
        const before = await written();
        const answer = await request();
        expectStated(path, method, answer);
        const { status, text, json } = answer;
        if (status >= 400) {
          if (!isBusy(path, status)) expect(OF_HEADS, text).toContain(status);
          expect(await written()).toEqual(before);
          if (status === 400)
            for (const { field } of json.error.details ?? []) expect(Object.keys(headers)).toContain(field);
          return;
        }
        if (!head["Idempotency-Key"]) return;
        // An accepted write with a key is not repeated, and gets the same response.
        const after = await written();
        const again = await request();
        expect([again.status, told(again), await written()]).toEqual([status, told(answer), after]);
      }),
      slice(15),
    );
  },
);

/** Pictures, their beginnings, and other files. */
const beginnings = fc.constantFrom(
  ...[jpegWith(), LOGO].map((picture) => Buffer.from(picture)),
  ...[
    "\x89PNG\r\n\x1a\n",
    "\xff\xd8\xff",
    "RIFF\x10\0\0\0WEBPVP8 ",
    '<svg xmlns="http://www.w3.org/2000/svg">',
    "<svg onload='alert(1)'",
    "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg>&a;</svg>",
    "GIF89a",
    "%PDF-1.7",
    "",
  ].map((text) => Buffer.from(text, "latin1")),
);

let shoppers = 0;

test("PUT of a logo accepts pictures, serves them alone, and rejects other files", {
  timeout: patience(),
}, async () => {
  const path = "/v1/projects/{projectId}/logo";
  const address = addressOf(path);
  const types = fc.constantFrom(...Object.keys(document.paths[path].put.requestBody.content), "text/html");
  const bytesOf = fc
    .tuple(beginnings, fc.uint8Array({ maxLength: 60 }))
    .map(([begin, rest]) => ({ begin, bytes: new Uint8Array([...begin, ...rest]) }));
  await fc.assert(
    fc.asyncProperty(bytesOf, types, async ({ begin, bytes }, type) => {
      const before = (await get(service, `/v1/projects/${link.projectId}`, { key })).json.data;
      const options = { key, headers: { "Content-Type": type } };
      const answer = await send(service, "PUT", address, bytes, options);
      expectStated(path, "put", answer);
      const after = (await get(service, `/v1/projects/${link.projectId}`, { key })).json.data;
      if (answer.status !== 200) {
        expect([answer.status, after]).toEqual([expect.toBeOneOf([400, 415]), before]);
        return;
      }
      expect(after).toEqual(answer.json.data);
      // From R2, and then from the cache. Each shopper has a separate limit.
      for (const shopper of [++shoppers, ++shoppers]) {
        const served = await service.fetch(new URL(after.brand.logoUrl).pathname, {
          headers: { "CF-Connecting-IP": `198.18.${shopper >> 8}.${shopper & 255}` },
        });
        // Without what followed the picture.
        expect(Buffer.from(await served.arrayBuffer())).toEqual(begin);
        expect(served.status).toBe(200);
        expect(served.headers.get("Content-Type")).toMatch(/^image\/(?:png|jpeg)$/);
        expect(served.headers.get("Content-Security-Policy")).toContain("sandbox");
      }
    }),
    slice(30),
  );
});
