import { describe, expect, test } from "vitest";
import { MAX_WAITING } from "../../src/ground/platform/keyed-queue.ts";
import { expectError } from "../expectations.ts";
import { type Answer, get, post, send } from "../requests.ts";
import { startChangeLinkService } from "./link-patches.ts";

const { service, key, create, patch } = await startChangeLinkService();

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
const historyOf = async (id: string) =>
  (await get(service, `/v1/links/${id}/history?limit=100`, { key })).json.data;

describe("design: concurrent changes of a link without If-Match are all applied", () => {
  test("20 changes of different fields are all applied", async () => {
    const link = await create();
    const answers = await times(20, (index) => patch(link.id, { metadata: { [`m${index}`]: index } }));
    expect(statuses(answers)).toEqual(Array(20).fill(200));
    const { data } = (await get(service, `/v1/links/${link.id}`, { key })).json;
    expect(Object.keys(data.metadata)).toHaveLength(20);
    expect(await historyOf(link.id)).toHaveLength(21);
  });

  test("20 changes of the definition and 20 of the QR code are all applied", async () => {
    const link = await create();
    const codes = `/v1/links/${link.id}/qr-codes`;
    const answers = await times(40, (index) =>
      index % 2 === 0
        ? patch(link.id, { metadata: { [`m${index}`]: index } })
        : send(service, "PATCH", `${codes}/default`, { metadata: { [`m${index}`]: index } }, { key }),
    );
    expect(statuses(answers)).toEqual(Array(40).fill(200));
    const { data } = (await get(service, `${codes}/default`, { key })).json;
    expect(Object.keys(data.metadata)).toHaveLength(20);
  });

  test("changes are applied while new QR codes change the link's ETag", async () => {
    const link = await create();
    const answers = await times(20, (index) =>
      index % 2 === 0
        ? patch(link.id, { metadata: { [`m${index}`]: index } })
        : post(service, `/v1/links/${link.id}/qr-codes`, {}, { key }),
    );
    expect(statuses(answers)).toEqual([...Array(10).fill(200), ...Array(10).fill(201)]);
  });

  test("changes beyond the queue limit are rejected immediately with Retry-After", async () => {
    const link = await create();
    const count = MAX_WAITING + 50;
    const answers = await times(count, (index) => patch(link.id, { metadata: { [`m${index}`]: index } }));
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expect(expectError(answer, 503, "service_unavailable").message).toMatch(/^Too many changes/);
      expect(answer.headers.get("Retry-After")).toBe("3");
    }
    // The first change runs, and the others wait.
    expect(refused.length).toBeLessThan(count - MAX_WAITING);
    expect(await historyOf(link.id)).toHaveLength(Math.min(100, count - refused.length + 1));
  });
});
