import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink, expectQrCode } from "../expectations.ts";
import { LATER } from "../faults/faults.ts";
import { get, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const { key } = await service.issueKey();
const create = async (changes: object = {}) =>
  expectLink(await post(service, "/v1/links", linkBody("custom custom_url", changes), { key }));
const read = (path: string, headers: Record<string, string> = {}) => get(service, path, { key, headers });
const etagOf = async (path: string) => (await read(path)).headers.get("ETag") ?? "";
const orNotModified = async (path: string, etag: string, headers: Record<string, string> = {}) =>
  read(path, { "If-None-Match": etag, ...headers });

describe("design: reads of a single object support If-None-Match", () => {
  test("304 if nothing has changed, the whole object after a change", async () => {
    const { id } = await create();
    expectQrCode(await post(service, `/v1/links/${id}/qr-codes`, { identifier: "door" }, { key }));
    const project = "/v1/projects/main";
    const cases: [string, string, object][] = [
      [`/v1/links/${id}`, `/v1/links/${id}`, { name: "A" }],
      [`/v1/links/${id}?include=all`, `/v1/links/${id}`, { name: "B" }],
      [`/v1/links/${id}/definition`, `/v1/links/${id}`, { name: "C" }],
      [`/v1/links/${id}/destination`, `/v1/links/${id}`, { customUrl: "https://example.com/other" }],
      [`/v1/links/${id}/qr-codes/door`, `/v1/links/${id}/qr-codes/door`, { name: "Door" }],
      [project, project, { name: "Main" }],
    ];
    for (const [path, changed, patch] of cases) {
      const whole = await read(path);
      const etag = whole.headers.get("ETag") ?? "";
      expect([path, etag]).toEqual([path, expect.stringMatching(/^"[0-9a-z-]+"$/)]);
      for (const names of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const answer = await orNotModified(path, names);
        expect([path, answer.status, answer.text, answer.headers.get("ETag")]).toEqual([path, 304, "", etag]);
        expect(answer.headers.get("X-Correlation-ID")).toMatch(/^.{8,128}$/);
        expect(answer.headers.get("Cache-Control")).toBe("no-store");
      }
      expect((await send(service, "PATCH", changed, patch, { key })).status).toBe(200);
      const after = await orNotModified(path, etag);
      expect([path, after.status, after.headers.get("ETag") !== etag]).toEqual([path, 200, true]);
      expect(after.text).not.toBe(whole.text);
    }
    for (const path of ["/v1/key", `${project}/code-style`])
      expect((await orNotModified(path, await etagOf(path))).status).toBe(304);
  });

  test("an ETag of another representation does not match", async () => {
    const { id } = await create({ slug: "not-modified" });
    const plain = await etagOf(`/v1/links/${id}`);
    expect((await orNotModified(`/v1/links/${id}?include=slug`, plain)).status).toBe(200);
    expect((await orNotModified(`/v1/links/${id}`, plain)).status).toBe(304);
  });

  test("a change without a caller is noticed: a schedule that starts", async () => {
    const activeFrom = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await create({ schedule: { activeFrom } });
    const path = `/v1/links/${id}?include=state`;
    const etag = await etagOf(path);
    expect((await orNotModified(path, etag)).status).toBe(304);
    const later = await orNotModified(path, etag, { [LATER]: "7200000" });
    expect([later.status, later.json.data.state]).toEqual([200, "running"]);
    // Writers need not know about this change.
    const patch = { headers: { "If-Match": etag }, key };
    expect((await send(service, "PATCH", `/v1/links/${id}`, { name: "Later" }, patch)).status).toBe(200);
  });

  test("an error stays an error, whatever ETag is sent", async () => {
    expect((await orNotModified("/v1/links/lnk_none", "*")).status).toBe(404);
    const { id } = await create();
    expect((await get(service, `/v1/links/${id}`, { headers: { "If-None-Match": "*" } })).status).toBe(401);
  });
});
