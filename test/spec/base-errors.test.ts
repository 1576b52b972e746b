import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { type Answer, DOWN, get, type Json, post, type RequestOptions, send } from "../requests.ts";
import { startService } from "../service.ts";
import { useService } from "../use-service.ts";
import { baseProperties, expectBase } from "./base-contract.ts";
import { readContract } from "./openapi-contract.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const full = await service.issueKey();
const contract = await readContract(service);

const keyed = (idempotencyKey: string): RequestOptions => ({ ...full, idempotencyKey });
const create = (body: object, options: RequestOptions = full) => post(service, "/v1/links", body, options);

describe("errors of every status", () => {
  test("have only the specification's properties", async () => {
    const { id } = expectLink(await create(linkBody()));
    const path = `/v1/links/${id}`;
    await create(linkBody(), keyed("base-conflict"));
    const plain = { ...full, headers: { "Content-Type": "text/plain" } };
    const pair = { ...linkBody("grocer_a product_detail"), intent: "add_to_cart" };
    const poor = await service.issueKey({ scopes: ["links:read"] });
    const answers: [number, Answer][] = [
      [400, await create({})],
      [400, await create({ projectId: 1, nope: 2 })],
      [401, await get(service, path)],
      [403, await create(linkBody(), poor)],
      [404, await get(service, "/v1/links/lnk_none", full)],
      [404, await get(service, "/nothing/here")],
      [405, await send(service, "DELETE", path, undefined, full)],
      [409, await create(linkBody("custom custom_url", { name: "Other" }), keyed("base-conflict"))],
      [409, await post(service, `${path}/qr-codes`, { identifier: "default" }, full)],
      [
        412,
        await send(service, "PATCH", path, { name: "Other" }, { ...full, headers: { "If-Match": '"99"' } }),
      ],
      [413, await send(service, "POST", "/v1/links", "x".repeat(4 * 1024 ** 2 + 1), full)],
      [415, await send(service, "POST", "/v1/links", "{}", plain)],
      [422, await create(pair)],
      [422, await create(linkBody("custom custom_url", { customUrl: "https://me:secret@example.com/" }))],
      [503, await get(service, path, { ...full, headers: { [DOWN]: "DB" } })],
    ];
    await service.env.DB.exec("ALTER TABLE delivery_app_retailers RENAME TO absent");
    answers.push([500, await get(service, "/v1/retailers", full)]);
    await service.env.DB.exec("ALTER TABLE absent RENAME TO delivery_app_retailers");
    for (const [status, answer] of answers) {
      expect([answer.status, answer.text]).toEqual([status, answer.text]);
      expectBase("error", answer.json);
    }
  });

  test("429 has only the specification's properties", async () => {
    const names = ["API", "AUTHENTICATION", "UNKNOWN_LINK", "IMAGE"].map((name) => `${name}_RATE_LIMIT`);
    const ratelimits = names.map((name, index) => {
      const simple = { limit: name === "API_RATE_LIMIT" ? 1 : 1_000, period: 10 };
      return { name, namespace_id: String(index), simple };
    });
    const limited = await startService({ config: { ratelimits } });
    try {
      const key = await limited.issueKey();
      await expect.poll(async () => (await get(limited, "/v1/retailers", key)).status).toBe(429);
      expectBase("error", (await get(limited, "/v1/retailers", key)).json);
    } finally {
      await limited.close();
    }
  });
});

describe("the OpenAPI document", () => {
  const { schemas } = contract.document.components;
  const published = {
    ...{ link: schemas.LinkResource, qrCode: schemas.QrCodeResource },
    ...{ retailerRecord: schemas.RetailerRecord, health: schemas.HealthStatus },
  };

  test.each(Object.entries(published))(
    "has a closed schema for the %s with the same properties",
    (name, schema: Json) => {
      const { properties, required, additionalProperties } = schema;
      const { all, required: always } = baseProperties(name as keyof typeof published);
      expect(Object.keys(properties).toSorted()).toEqual(all);
      expect(required.toSorted()).toEqual(always);
      expect(additionalProperties).toBe(false);
    },
  );

  test("has closed schemas for all response objects with named properties, including errors", () => {
    const open: string[] = [];
    const look = (place: string, schema: Json): void => {
      if (typeof schema !== "object" || schema === null) return;
      if (schema.properties && schema.additionalProperties !== false) open.push(place);
      for (const [name, part] of Object.entries(schema)) look(`${place}.${name}`, part);
    };
    look("schemas", schemas);
    look(
      "paths",
      Object.values<Json>(contract.document.paths).flatMap((path) =>
        Object.values<Json>(path).map(({ responses }) => responses),
      ),
    );
    expect(open).toEqual([]);
    expect(schemas.ErrorBody.properties.error.additionalProperties).toBe(false);
    expect(contract.document.info.version).toBe("1.0.0");
  });
});
