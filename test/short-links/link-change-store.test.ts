import { expect, test } from "vitest";
import { deleteChanges, readChanges } from "../../src/features/short-links/link-change-store.ts";
import { CREATED, storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();

const later = (milliseconds: number) => new Date(CREATED.getTime() + milliseconds);

test("changes are read oldest first, up to a time and a number, and later changes are not deleted", async () => {
  const { DB } = service.env;
  const change = (id: string, time: Date) =>
    DB.prepare("UPDATE links SET version = version + 1, updated_at = ?2 WHERE id = ?1")
      .bind(id, time.toISOString())
      .run();
  const links = [await storedLink(DB), await storedLink(DB), await storedLink(DB)];
  for (const [index, { id }] of links.entries()) await change(id, later(10 - index));
  const [third, second, first] = links.map(({ shortId }) => shortId);
  const read = async (until: Date, limit = 10) =>
    (await readChanges(DB, until, limit)).map(({ shortId }) => shortId);
  expect(await read(later(7))).toEqual([]);
  expect(await read(later(8))).toEqual([first]);
  expect(await read(later(10))).toEqual([first, second, third]);
  expect(await read(later(10), 2)).toEqual([first, second]);

  const published = await readChanges(DB, later(9), 10);
  await change(links[1]?.id ?? "", later(20));
  await deleteChanges(DB, published);
  expect(await readChanges(DB, later(20), 10)).toEqual([
    { shortId: third, changedAt: later(10).toISOString() },
    { shortId: second, changedAt: later(20).toISOString() },
  ]);
});
