import { expect, test } from "vitest";
import { getLinkHistory } from "../../src/features/links/get-link.ts";
import { encodeCursor } from "../../src/ground/core/cursor.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED, storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
const owner = memberOf("owner");
const stores = dependenciesOf(service.env);

/** A link with records of these versions, by `mem_1`. */
async function recorded(versions: readonly number[]): Promise<string> {
  const { id } = await storedLink(service.env.DB);
  const insert = service.env.DB.prepare(
    `INSERT INTO activity (sequence, organization_id, id, at, actor_type, actor_id, object_type, object_id, link_id, link_version,
       destination, changes)
     VALUES ((SELECT coalesce(max(sequence), 0) FROM activity WHERE organization_id = 'acme') + 1, 'acme', ?1 || '-' || ?2, ?3, 'member', 'mem_1', 'link', ?1, ?1, ?2, 'https://example.com/' || CAST(?2 AS INTEGER), ?4)`,
  );
  for (const version of versions) await insert.bind(id, version, CREATED.toISOString(), "[]").run();
  return id;
}

test("a cursor belongs to one link's history", async () => {
  const linkId = await recorded([1, 2]);
  const other = await recorded([1, 2]);
  const { nextCursor } = await getLinkHistory(owner, { linkId, limit: 1 }, stores);
  const name = `history acme ${linkId}`;
  expect(nextCursor).toBe(encodeCursor(name, "2"));
  for (const cursor of ["x", encodeCursor(name, "x"), encodeCursor(name, "1.5")])
    await expect(getLinkHistory(owner, { linkId, limit: 1, cursor }, stores)).rejects.toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
  await expect(
    getLinkHistory(owner, { linkId: other, limit: 1, cursor: nextCursor ?? "" }, stores),
  ).rejects.toThrow(expect.objectContaining({ code: "validation_failed" }));
});
