import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { qrCodeResource } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { get, type Json, post, type RequestOptions, send } from "../requests.ts";
import { type SharedService, useService } from "../use-service.ts";

let service: SharedService;
let key: string;
let link: LinkResource;
beforeAll(async () => {
  service = await useService({}, "acme");
  ({ key } = await service.issueKey());
});
beforeEach(async () => {
  link = expectLink(await post(service, "/v1/links", linkBody(), { key }));
});

const path = (identifier = "") => `/v1/links/${link.id}/qr-codes${identifier && `/${identifier}`}`;
const add = async (identifier: string) => expectQrCode(await post(service, path(), { identifier }, { key }));
const patch = (body: unknown, options: RequestOptions = {}) =>
  send(service, "PATCH", path("default"), body, { key, ...options });

describe("design: GET /v1/links/{linkId}/qr-codes", () => {
  test("lists the codes of the link in pages, including the default code", async () => {
    for (const identifier of ["zebra", "window", "Door"]) await add(identifier);
    const { data } = (await get(service, path(), { key })).json;
    for (const code of data) qrCodeResource.parse(code);
    expect(data.map(({ identifier }: Json) => identifier)).toEqual(["default", "Door", "window", "zebra"]);
    const first = (await get(service, `${path()}?limit=3`, { key })).json;
    const rest = (await get(service, `${path()}?limit=3&cursor=${first.nextCursor}`, { key })).json;
    expect([...first.data, ...rest.data]).toEqual(data);
    expect(rest.nextCursor).toBeUndefined();
    expectError(await get(service, `${path()}?cursor=ZGFtYWdlZA`, { key }), 400, "validation_failed");
    expectError(await get(service, `${path()}?offset=3`, { key }), 400, "validation_failed");
  });

  test("returns a code by its identifier", async () => {
    const code = await add("window");
    expect((await get(service, path("window"), { key })).json.data).toEqual(code);
    expectError(await get(service, path("none-such"), { key }), 404, "not_found");
    expectError(await get(service, path("a_b"), { key }), 400, "validation_failed");
  });
});

describe("design: PATCH /v1/links/{linkId}/qr-codes/{identifier}", () => {
  test("changes name and metadata; printed codes stay valid", async () => {
    const before = (await get(service, path("default"), { key })).json.data;
    const changed = await patch({ name: "Poster", metadata: { size: "A1", colors: { ink: "red" } } });
    expect(changed.json.data).toEqual({
      ...before,
      name: "Poster",
      metadata: { size: "A1", colors: { ink: "red" } },
    });
    expect((await patch({ metadata: { size: null } })).json.data.metadata).toEqual({
      colors: { ink: "red" },
    });
    expect((await patch({ metadata: null })).json.data).toEqual({ ...before, name: "Poster" });
  });

  test.each<[string, unknown, string[]]>([
    ["identifier", { identifier: "other" }, ["identifier"]],
    ["an unknown field", { size: null }, ["size"]],
    ["no name", { name: null }, ["name"]],
    ["an empty name", { name: "" }, ["name"]],
    ["metadata that is a list", { metadata: [] }, ["metadata"]],
  ])("%s is rejected, and nothing is written", async (_, body, fields) => {
    const before = (await get(service, path("default"), { key })).json;
    const { details } = expectError(await patch(body), 400, "validation_failed");
    expect(details?.map(({ field }) => field)).toEqual(fields);
    expect((await get(service, path("default"), { key })).json).toEqual(before);
  });

  test("two concurrent changes are both applied, and a retry is a replay", async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => ({ metadata: { [`m${index}`]: index } }));
    const answers = await Promise.all(bodies.map((body) => patch(body)));
    const failed = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
    expect(failed.every((status) => status === 503)).toBe(true);
    const kept = Object.keys((await get(service, path("default"), { key })).json.data.metadata);
    expect(kept).toHaveLength(bodies.length - failed.length);

    const options = { idempotencyKey: `code-${link.id}` };
    const first = await patch({ name: "Once" }, options);
    await patch({ name: "Later" });
    const again = await patch({ name: "Once" }, options);
    expect([again.text, again.headers.get("Idempotent-Replayed")]).toEqual([first.text, "true"]);
    expect((await get(service, path("default"), { key })).json.data.name).toBe("Later");
  });

  test("requires qr-codes:write and the retailer's scope", async () => {
    for (const scopes of [["qr-codes:write"], ["links:write", "retailers:custom"]] as const) {
      const { key: weak } = await service.issueKey({ scopes });
      expectError(await patch({ name: "x" }, { key: weak }), 403, "insufficient_scope");
    }
  });
});
