import { expect, test } from "vitest";
import type { RowOutcome } from "../../src/extras/imports/chunk-store.ts";
import { correctRow } from "../../src/extras/imports/correct-rows.ts";
import { getImport } from "../../src/extras/imports/manage-imports.ts";
import { LEASE_MS } from "../../src/extras/runs/continue-runs.ts";
import { useService } from "../use-service.ts";
import { file, importing, messageOf, NOW, owner, row } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { used, added, rowsOf, start } = await importing(service.env);

const started = async (...names: string[]): Promise<string> => {
  const { id } = await added(file(...names.map((name) => row(name))));
  await start(id);
  return id;
};
const begin = async (importId: string, leaseId: string, most: number, now = NOW) => {
  const lease = { id: leaseId, until: new Date(now.getTime() + LEASE_MS) };
  const leased = await used.imports.lease(messageOf(importId), lease, now);
  return leased && used.chunks.begin(importId, leaseId, most, now);
};
/** A failure of this row with a message. */
const failed = (number: number, message: string): RowOutcome => ({
  row: number,
  state: "failed",
  problems: [{ field: "", message }],
  linkId: null,
  shortId: null,
  qrIdentifier: null,
});
const stateOf = async (importId: string) => (await getImport(owner, { importId }, used)).found.state;

test("a chunk's result is recorded once, and a late attempt does not end another lease", async () => {
  const id = await started("A", "B");
  const saidOfRows = async () => {
    const { rows } = await rowsOf(id, ["failed", "waiting"]);
    return rows.map(({ state, problems }) => [state, ...problems.map(({ message }) => message)]);
  };
  const chunk = await begin(id, "first", 2);
  const again = await begin(id, "second", 2, new Date(NOW.getTime() + LEASE_MS));
  if (!chunk || again?.id !== chunk.id) throw new Error("not the same chunk");
  const record = (lease: string) =>
    used.imports.record(
      id,
      lease,
      used.chunks.outcome(id, chunk, [failed(2, `2 by ${lease}`), failed(3, `3 by ${lease}`)], NOW),
      NOW,
    );
  const byTheFirst = [
    ["failed", "2 by first"],
    ["failed", "3 by first"],
  ];
  // The first attempt has no lease any more, but what it did is done.
  expect(await record("first")).toBe(false);
  expect([await saidOfRows(), await stateOf(id)]).toEqual([byTheFirst, "running"]);
  expect(await begin(id, "third", 2, new Date(NOW.getTime() + 2 * LEASE_MS - 1))).toBeNull();
  await record("second");
  expect([await saidOfRows(), await stateOf(id)]).toEqual([byTheFirst, "idle"]);

  // A row that was corrected since then waits for a chunk of its own.
  const cells = { name: "A", retailer: "custom", intent: "custom_url", customUrl: "https://example.com/" };
  await correctRow(owner, { importId: id, row: 2, cells }, used);
  await start(id);
  expect((await begin(id, "fourth", 2))?.id).toBe("fourth");
  await record("second");
  expect(await saidOfRows()).toEqual([["waiting"], ["failed", "3 by first"]]);
});
