import { expect, test } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import { expectError } from "../expectations.ts";
import { READS } from "../faults/faults.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService({ config: { main: "test/faults/counting-worker.ts" } });
const { key } = await service.issueKey();

/** The number of D1 statements and of reads from a store since the last call. */
const callsOfD1 = async (): Promise<unknown[]> => {
  const { json } = await get(service, "/", { headers: { [READS]: "1" } });
  return [json["DB statements"] ?? 0, json.DB ?? 0];
};

/** `key` with another character of the same kind at `at`, so that the form of a key stays. */
const changedAt = (at: number): string => {
  const other = key[at] === "a" ? "b" : "a";
  return key.slice(0, at) + other + key.slice(at + 1);
};

test.each(["the secret", "the checksum"])(
  "a key with a changed character in %s is rejected without D1",
  async (part) => {
    const positions = part === "the secret" ? [4, 5, 14, 23, 32, 42, 43] : [44, 45, 46, 47, 48, 49];
    await callsOfD1();
    for (const at of positions) {
      const damaged = { key: changedAt(at) };
      expectError(await get(service, "/v1/retailers", damaged), 401, "unauthorized");
      expectError(await post(service, "/v1/links", {}, damaged), 401, "unauthorized");
    }
    expect(await callsOfD1()).toEqual([0, 0]);
  },
);

test("two swapped characters, a truncated key and an extended key are rejected without D1", async () => {
  const at = [...key].findIndex((character, index) => index >= 4 && character !== key[index + 1]);
  const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
  await callsOfD1();
  for (const damaged of [swapped, key.slice(0, -1), `${key}0`, key.replace("slk_", "SLK_")]) {
    expectError(await get(service, "/v1/retailers", { key: damaged }), 401, "unauthorized");
  }
  expect(await callsOfD1()).toEqual([0, 0]);
});

test("an unknown well-formed key is looked up, and so is a valid key", async () => {
  await callsOfD1();
  const { key: unknown } = await newApiKey();
  expectError(await get(service, "/v1/retailers", { key: unknown }), 401, "unauthorized");
  expect(await callsOfD1()).toEqual([1, 1]);
  expect((await get(service, "/v1/retailers", { key })).status).toBe(200);
  const [statements] = await callsOfD1();
  expect(statements).toBeGreaterThan(0);
});
