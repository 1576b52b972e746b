import { expect, test } from "vitest";
import { getLinkHistory } from "../../src/features/links/get-link-history.ts";
import { encodeCursor } from "../../src/ground/core/cursor.ts";
import { memberOf, programWith } from "../actors.ts";
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

/** The versions of each page, as a caller follows them. */
async function pages(linkId: string, limit: number): Promise<number[][]> {
  const read: number[][] = [];
  let cursor: string | undefined;
  do {
    const { entries, nextCursor } = await getLinkHistory(owner, { linkId, limit, cursor }, stores);
    read.push(entries.map(({ version }) => version));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && read.length < 9);
  return read;
}

test("pages contain each entry once, and the last page has no cursor", async () => {
  const whole = await recorded([1, 2, 3]);
  expect(await pages(whole, 1)).toEqual([[3], [2], [1]]);
  expect(await pages(whole, 2)).toEqual([[3, 2], [1]]);
  expect(await pages(whole, 3)).toEqual([[3, 2, 1]]);
  expect(await pages(whole, 4)).toEqual([[3, 2, 1]]);
});

test("a page ends before long values exceed the memory limit, and the next page continues", async () => {
  const linkId = await recorded([1, 2, 3]);
  const { DB } = service.env;
  await DB.prepare("INSERT INTO activity_values (link_id, digest, json) VALUES (?1, 'x', '\"long\"')")
    .bind(linkId)
    .run();
  const changes = [{ field: "name", kept: { to: { digest: "x", length: 5_000_000 } } }];
  await DB.prepare("UPDATE activity SET changes = ?2 WHERE link_id = ?1")
    .bind(linkId, JSON.stringify(changes))
    .run();
  expect(await pages(linkId, 9)).toEqual([[3], [2], [1]]);
});

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

test("a member's email is shown only to permitted readers of the link", async () => {
  const linkId = await recorded([1]);
  const { DB } = service.env;
  await DB.prepare(
    `INSERT INTO members (id, organization_id, email, role, created_at)
     VALUES ('mem_1', 'acme', 'owner@acme.example', 'owner', ?1)`,
  )
    .bind(CREATED.toISOString())
    .run();
  const nameFor = async (actor: Parameters<typeof getLinkHistory>[0]) =>
    (await getLinkHistory(actor, { linkId, limit: 1 }, stores)).entries[0]?.actorName;
  expect(await nameFor(owner)).toBe("owner@acme.example");
  expect(await nameFor({ ...memberOf("viewer"), id: "mem_2" })).toBeNull();
  expect(await nameFor(programWith())).toBeNull();
  await expect(nameFor(memberOf("owner", "globex"))).rejects.toThrow(
    expect.objectContaining({ code: "not_found" }),
  );
  await expect(nameFor(programWith(["links:write"]))).rejects.toThrow(
    expect.objectContaining({ code: "insufficient_scope" }),
  );
});
