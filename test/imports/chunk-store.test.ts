import { expect, test } from "vitest";
import type { RowOutcome } from "../../src/extras/imports/chunk-store.ts";
import { correctRow } from "../../src/extras/imports/correct-rows.ts";
import { getImport } from "../../src/extras/imports/manage-imports.ts";
import { HOUR_MS } from "../../src/ground/core/days.ts";
import { LEASE_MS } from "../../src/ground/platform/queue.ts";
import { useService } from "../use-service.ts";
import { ago, file, importing, NOW, owner, row } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { used, added, statesOf, rowsOf, start, run } = await importing(service.env);

const started = async (...names: string[]): Promise<string> => {
  const { id } = await added(file(...names.map((name) => row(name))));
  await start(id);
  return id;
};
const begin = (importId: string, leaseId: string, most: number, now = NOW, organizationId = "acme") =>
  used.chunks.begin(
    { organizationId, importId },
    { id: leaseId, until: new Date(now.getTime() + LEASE_MS) },
    most,
    now,
  );
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

test("a lease, a chunk and the end of a run affect only one import", async () => {
  const [one, other] = [await started("A", "B"), await started("C", "D", "E")];
  const first = await begin(one, "of one", 2);
  expect(first).toMatchObject({ id: "of one", rows: [{ cells: { name: "A" } }, { cells: { name: "B" } }] });
  const second = await begin(other, "of the other", 1);
  expect(second?.id).toBe("of the other");
  expect(second?.rows.map(({ cells }) => cells.name)).toEqual(["C"]);
  if (!first) throw new Error("no chunk");
  expect(await used.chunks.record(one, "of one", first, [failed(2, "2"), failed(3, "3")], NOW)).toBe(false);
  expect([await stateOf(one), await stateOf(other)]).toEqual(["open", "running"]);
  expect([await statesOf(one), await statesOf(other)]).toEqual([[["failed", 2]], [["waiting", 3]]]);
});

test("a stopped import, or one of another organization, is not leased", async () => {
  const id = await started("A", "B");
  // A chunk from so long ago would not be made any more.
  const longAgo = ago(24 * HOUR_MS);
  expect(await begin(id, "of globex", 2, longAgo, "globex")).toBeNull();
  await used.imports.stop((await getImport(owner, { importId: id }, used)).found, "role_changed", NOW);
  expect(await begin(id, "while stopped", 2, longAgo)).toBeNull();
  await start(id);
  expect(await run(id)).toBe("done");
  expect(await statesOf(id)).toEqual([["made", 2]]);
});

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
    used.chunks.record(id, lease, chunk, [failed(2, `2 by ${lease}`), failed(3, `3 by ${lease}`)], NOW);
  const byTheFirst = [
    ["failed", "2 by first"],
    ["failed", "3 by first"],
  ];
  // The first attempt has no lease any more, but what it did is done.
  expect(await record("first")).toBe(false);
  expect([await saidOfRows(), await stateOf(id)]).toEqual([byTheFirst, "running"]);
  expect(await begin(id, "third", 2, new Date(NOW.getTime() + 2 * LEASE_MS - 1))).toBeNull();
  await record("second");
  expect([await saidOfRows(), await stateOf(id)]).toEqual([byTheFirst, "open"]);

  // A row that was corrected since then waits for a chunk of its own.
  const cells = { name: "A", retailer: "custom", intent: "custom_url", customUrl: "https://example.com/" };
  await correctRow(owner, { importId: id, row: 2, cells }, used);
  await start(id);
  expect((await begin(id, "fourth", 2))?.id).toBe("fourth");
  await record("second");
  expect(await saidOfRows()).toEqual([["waiting"], ["failed", "3 by first"]]);
});
