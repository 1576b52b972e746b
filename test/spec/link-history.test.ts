import { describe, expect, test } from "vitest";
import { historyEntry } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const full = await service.issueKey();

const create = async () => expectLink(await post(service, "/v1/links", linkBody(), full));
const page = async (id: string, query = ""): Promise<Json> =>
  (await get(service, `/v1/links/${id}/history${query}`, full)).json;
const patch = (path: string, body: object) => send(service, "PATCH", path, body, full);

describe("design: GET /v1/links/{linkId}/history", () => {
  test("lists who changed what, newest first, including codes", async () => {
    const link = await create();
    await patch(`/v1/links/${link.id}`, { customUrl: "https://example.com/2", status: "inactive" });
    await patch(`/v1/links/${link.id}/qr-codes/default`, { name: "Poster", metadata: { size: "A1" } });
    const { data, nextCursor } = await page(link.id);
    expect(nextCursor).toBeUndefined();
    for (const entry of data) historyEntry.parse(entry);
    const actor = { type: "api_key", id: full.id, name: "test" };
    const destination = "https://example.com/2";
    expect(data).toMatchObject([
      {
        version: 3,
        actor,
        destination,
        changes: [
          { field: "qrCodes.default.name", from: "Default QR code", to: "Poster" },
          { field: "qrCodes.default.metadata", to: { size: "A1" } },
        ],
      },
      {
        version: 2,
        actor,
        destination,
        changes: [
          { field: "customUrl", from: "https://example.com/welcome", to: destination },
          { field: "status", from: "active", to: "inactive" },
        ],
      },
      { version: 1, actor, destination: "https://example.com/welcome", changes: [], at: link.createdAt },
    ]);
  });

  test("an added code is an entry", async () => {
    const link = await create();
    await post(service, `/v1/links/${link.id}/qr-codes`, { identifier: "window", name: "Window" }, full);
    const { data } = await page(link.id);
    expect(data[0].changes).toEqual([
      { field: "qrCodes.window.identifier", to: "window" },
      { field: "qrCodes.window.name", to: "Window" },
    ]);
  });

  test("returns each entry once over all pages while entries are added", async () => {
    const link = await create();
    for (const name of ["a", "b", "c", "d"]) await patch(`/v1/links/${link.id}`, { name });
    const first = await page(link.id, "?limit=2");
    await patch(`/v1/links/${link.id}`, { name: "e" });
    const second = await page(link.id, `?limit=2&cursor=${first.nextCursor}`);
    const third = await page(link.id, `?limit=2&cursor=${second.nextCursor}`);
    const versions = [first, second, third].map(({ data }) => data.map(({ version }: Json) => version));
    expect(versions).toEqual([[5, 4], [3, 2], [1]]);
    expect(third.nextCursor).toBeUndefined();
    const [damaged, foreign] = [
      `${first.nextCursor}x`,
      (await page((await create()).id)).nextCursor ?? "abc",
    ];
    for (const cursor of [damaged, foreign, ""]) {
      const answer = await get(service, `/v1/links/${link.id}/history?cursor=${cursor}`, full);
      const { details } = expectError(answer, 400, "validation_failed");
      expect(details?.map(({ field }) => field)).toEqual(["cursor"]);
    }
    const other = await create();
    const answer = await get(service, `/v1/links/${other.id}/history?cursor=${first.nextCursor}`, full);
    expectError(answer, 400, "validation_failed");
  });
});
