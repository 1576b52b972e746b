// @module-tag all
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { normalColor } from "../../src/ground/core/colors.ts";
import { linkBody, OFFERS } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { readContract } from "../spec/openapi-contract.ts";
import { useService } from "../use-service.ts";
import { judging } from "./judge.ts";
import { resolved } from "./schema-values.ts";

const service = await useService();
const { key } = await service.issueKey();
const contract = await readContract(service);
const { document } = contract;

const { bodiesOf, written, expectStated, judge, at, operation } = judging(service, contract, key);

const newLink = async (body: object = linkBody()): Promise<string> =>
  expectLink(await post(service, "/v1/links", body, { key })).id;
const definition = async (id: string): Promise<Json> =>
  (await get(service, `/v1/links/${id}/definition`, { key })).json.data;

/** The variants of a body of a link, by the names of their schemas. */
function variantsOf(schema: Json): [string, Json][] {
  const found = resolved(schema, document);
  if (!found.oneOf) return [[found.title ?? "", found]];
  return found.oneOf.flatMap((part: Json) => variantsOf(part));
}

const parameters = (count: number) => ({ numRuns: runs(count), seed: SEED, endOnFailure: false });
const FIXED = { projectId: "main" };

describe("POST /v1/links", () => {
  const create = operation("/v1/links", "post");
  test.each(variantsOf(at(create.schema)))(
    "%s: accepted bodies are read back equal",
    { timeout: patience() },
    async (title, schema) => {
      const fixed = title.includes("hoice") ? { ...FIXED, offers: OFFERS } : FIXED;
      await fc.assert(
        fc.asyncProperty(bodiesOf(schema, fixed), async (sent) => {
          const answer = await judge(create, sent);
          if (answer.status !== 201) return;
          const { id, status } = answer.json.data;
          const { offers: sentOffers, ...rest } = sent.value;
          const { offers, ...kept } = await definition(id);
          expectKept(kept, { ...rest, status });
          // Offers without keys get keys.
          if (sentOffers) expect(offers).toMatchObject(sentOffers);
        }),
        parameters(20),
      );
    },
  );
});

describe("bodies of other operations", () => {
  let linkId: string;
  beforeAll(async () => {
    linkId = await newLink();
  });

  test("POST /v1/links/preview writes nothing", { timeout: patience() }, async () => {
    const preview = operation("/v1/links/preview", "post");
    await fc.assert(
      fc.asyncProperty(bodiesOf(at(preview.schema), FIXED), async (sent) => {
        const before = await written();
        await judge(preview, sent);
        expect(await written()).toEqual(before);
      }),
      parameters(40),
    );
  });

  test("POST /v1/links/bulk: each row gets the response of a single request", {
    timeout: patience(),
  }, async () => {
    const bulk = operation("/v1/links/bulk", "post");
    const row = bodiesOf(at(operation("/v1/links", "post").schema), FIXED);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
        const body = { links: rows.map(({ value }) => value), dryRun: true };
        const answer = await send(service, "POST", bulk.address, body, { key });
        expectStated(bulk.path, bulk.method, answer);
        if (answer.status !== 200) return;
        for (const [index, { status, body: told }] of answer.json.data.entries()) {
          const alone = await send(service, "POST", "/v1/links/preview", rows[index]?.value, { key });
          expect([status, told.error?.code, told.error?.details]).toEqual([
            alone.status,
            alone.json.error?.code,
            alone.json.error?.details,
          ]);
        }
      }),
      parameters(15),
    );
  });

  test("PATCH /v1/links/{linkId}: a change is a merge patch, or nothing", {
    timeout: patience(),
  }, async () => {
    const patch = operation("/v1/links/{linkId}", "patch", `/v1/links/${linkId}`);
    // A patch's own schema has all fields of all variants: only those of this link fit.
    const fields = Object.entries(document.components.schemas.CustomUrlLink.properties).filter(
      ([name]) => !["projectId", "retailer", "intent", "defaultQrCode"].includes(name),
    );
    const patchable = { type: "object", properties: Object.fromEntries(fields) };
    await fc.assert(
      fc.asyncProperty(bodiesOf(patchable, {}), async (sent) => {
        const { value } = sent;
        const before = await definition(linkId);
        const answer = await judge(patch, sent);
        const after = await definition(linkId);
        if (answer.status === 200) expectKept(after, merged(before, JSON.parse(JSON.stringify(value))));
        else expect(after).toEqual(before);
      }),
      parameters(60),
    );
  });

  test("POST and PATCH of QR codes are read back equal", { timeout: patience() }, async () => {
    const create = operation("/v1/links/{linkId}/qr-codes", "post", `/v1/links/${linkId}/qr-codes`);
    await fc.assert(
      fc.asyncProperty(bodiesOf(at(create.schema), {}), async (sent) => {
        const answer = await judge(create, sent);
        if (answer.status !== 201) return;
        const { identifier } = answer.json.data;
        const found = (await get(service, `${create.address}/${identifier}?include=style`, { key })).json
          .data;
        expect(comparable(found)).toMatchObject(comparable(sent.value));
      }),
      parameters(30),
    );
    const patch = operation("/v1/links/{linkId}/qr-codes/{identifier}", "patch", `${create.address}/default`);
    await fc.assert(
      fc.asyncProperty(bodiesOf(at(patch.schema), {}), async (sent) => {
        const before = (await get(service, `${patch.address}?include=style`, { key })).json.data;
        const answer = await judge(patch, sent);
        const after = (await get(service, `${patch.address}?include=style`, { key })).json.data;
        const wanted =
          answer.status === 200 ? merged(before, JSON.parse(JSON.stringify(sent.value))) : before;
        expect(comparable(after)).toEqual(comparable(wanted));
      }),
      parameters(30),
    );
  });

  test("PATCH /v1/projects/{projectId} changes the brand as sent", { timeout: patience() }, async () => {
    const patch = operation("/v1/projects/{projectId}", "patch", "/v1/projects/main");
    await fc.assert(
      fc.asyncProperty(bodiesOf(at(patch.schema), {}), async (sent) => {
        const before = (await get(service, patch.address, { key })).json.data;
        const answer = await judge(patch, sent);
        if (answer.status !== 200)
          expect((await get(service, patch.address, { key })).json.data).toEqual(before);
      }),
      parameters(30),
    );
  });
});

/** The same fields with the same values; nested defaults may be filled in. */
function expectKept(kept: Json, sent: Json): void {
  const [found, wanted] = [comparable(kept), comparable(sent)];
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(wanted).toSorted());
  expect(found).toMatchObject(wanted);
}

/**
 * What is kept in one form however it is sent: the times of a schedule, of which an empty one says nothing, slugs,
 * GTINs, Associates tags and colors.
 */
function comparable(body: Json): Json {
  const { schedule = {}, slug, gtin, style, affiliate, ...rest } = JSON.parse(JSON.stringify(body));
  const times = Object.entries<string>(schedule).map(([name, value]) => [
    name,
    name.startsWith("active") ? Date.parse(value) : value,
  ]);
  return {
    ...rest,
    ...(times.length > 0 && { schedule: Object.fromEntries(times) }),
    ...(typeof slug === "string" && { slug: slug.toLowerCase() }),
    ...(typeof gtin === "string" && { gtin: gtin.padStart(14, "0") }),
    ...(style !== undefined && { style: withNormalColors(style) }),
    ...(affiliate !== undefined && {
      affiliate: { ...affiliate, ...(affiliate.tag !== undefined && { tag: affiliate.tag.trim() }) },
    }),
  };
}

const withNormalColors = (style: Json): Json =>
  style &&
  Object.fromEntries(
    Object.entries<Json>(style).map(([name, value]) => [
      name,
      ["color", "background", "surface"].includes(name) && value !== null ? normalColor(value) : value,
    ]),
  );

/** A minimal merge patch (RFC 7396). */
function merged(target: Json, patch: Json): Json {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const result = typeof target === "object" && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}
