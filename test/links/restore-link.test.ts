import { expect, test } from "vitest";
import type { Actor } from "../../src/features/access/actor.ts";
import { changeLink } from "../../src/features/links/change-link.ts";
import { previewRestoration, restoreLink } from "../../src/features/links/restore-link.ts";
import { changeQrCode } from "../../src/features/qr-codes/change-qr-code.ts";
import { createQrCode } from "../../src/features/qr-codes/create-qr-code.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const service = await useService();
await service.issueKey({ organization: "acme" });
const owner = memberOf("owner");
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };

test("restoring a link does not rename its codes", async () => {
  const dependencies = { ...dependenciesOf(service.env), origins };
  const { id: linkId } = await storedLink(service.env.DB, { name: "First" });
  const rename = (name: string) =>
    changeLink(owner, { linkId, patch: { name }, expected: null, idempotency: null }, dependencies);
  const code = { identifier: "poster", name: "Poster" };
  await createQrCode(owner, { linkId, request: code, idempotency: null }, dependencies);
  await rename("Second");
  await changeQrCode(
    owner,
    { linkId, identifier: "poster", patch: { name: "Window" }, idempotency: null },
    dependencies,
  );
  await rename("Third");
  const { entries } = await dependencies.activity.historyOf(linkId, Number.MAX_SAFE_INTEGER, 10);
  const { version } = entries[2] ?? {};
  const restoration = await previewRestoration(owner, { linkId, version: version ?? 0 }, dependencies);
  expect(restoration.changes).toEqual([{ field: "name", from: "Third", to: "Second" }]);
  expect(restoration.patch).toEqual({ name: "Second" });
});

/** A link whose name was changed so many times, as its history has it: in version 1 it was "Name 1". */
async function renamed(times: number) {
  const link = await storedLink(
    service.env.DB,
    { name: `Name ${times}` },
    { version: times, revision: times },
  );
  await service.env.DB.prepare(
    `WITH RECURSIVE versions (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM versions WHERE n < ?3)
     INSERT INTO activity (sequence, organization_id, id, at, actor_type, actor_id, object_type, object_id, link_id, link_version,
       destination, changes)
     SELECT (SELECT coalesce(max(sequence), 0) FROM activity WHERE organization_id = 'acme') + n, 'acme', ?1 || printf('-%05d', n), '2026-11-20T12:00:00.000Z', 'member', 'mem_1', 'link', ?1, ?1, n, ?2,
       CASE n WHEN 1 THEN '[]' ELSE
         json_array(json_object('field', 'name', 'from', 'Name ' || (n - 1), 'to', 'Name ' || n)) END
     FROM versions`,
  )
    .bind(link.id, link.destination, times)
    .run();
  return link;
}

test("finds versions up to 1,000 entries back; others get 404", async () => {
  const { links, activity } = dependenciesOf(service.env);
  const { id: linkId } = await renamed(1_150);
  const preview = (version: number) => previewRestoration(owner, { linkId, version }, { links, activity });
  const patchOf = async (version: number) => (await preview(version)).patch;
  expect(await patchOf(1_150)).toEqual({});
  expect(await patchOf(1_149)).toEqual({ name: "Name 1149" });
  // The last and first entries of what is read at once.
  expect(await patchOf(1_051)).toEqual({ name: "Name 1051" });
  expect(await patchOf(1_050)).toEqual({ name: "Name 1050" });
  expect((await preview(151)).entry.version).toBe(151);
  expect(await patchOf(151)).toEqual({ name: "Name 151" });
  for (const version of [150, 1, 0, 1_151])
    await expect(preview(version)).rejects.toThrow(expect.objectContaining({ code: "not_found" }));
  const { id: few } = await renamed(100);
  const first = previewRestoration(owner, { linkId: few, version: 1 }, { links, activity });
  expect((await first).changes).toEqual([{ field: "name", from: "Name 100", to: "Name 1" }]);
  const none = previewRestoration(owner, { linkId: few, version: 101 }, { links, activity });
  await expect(none).rejects.toThrow(expect.objectContaining({ code: "not_found" }));
});

test("searches 1,000 changes even if the history is read in short parts", async () => {
  const { links, activity } = dependenciesOf(service.env);
  const { id: linkId } = await renamed(1_000);
  const historyOf: typeof activity.historyOf = async (...[link, before]) => ({
    ...(await activity.historyOf(link, before, 27)),
    cut: true,
  });
  const stores = { links, activity: { ...activity, historyOf } };
  const first = await previewRestoration(owner, { linkId, version: 1 }, stores);
  expect(first.patch).toEqual({ name: "Name 1" });
});

test("restoring requires write access and the previewed revision", async () => {
  const dependencies = { ...dependenciesOf(service.env), origins };
  const { id: linkId } = await renamed(3);
  const restore = (actor: Actor, revision: number) =>
    restoreLink(actor, { linkId, version: 2, revision, idempotency: null }, dependencies);
  await expect(restore(memberOf("viewer"), 3)).rejects.toThrow(
    expect.objectContaining({ code: "insufficient_scope" }),
  );
  await expect(restore(memberOf("owner", "globex"), 3)).rejects.toThrow(
    expect.objectContaining({ code: "not_found" }),
  );
  await expect(restore(owner, 2)).rejects.toThrow(expect.objectContaining({ code: "precondition_failed" }));
  const restored = await restore(owner, 3);
  expect(restored).toMatchObject({ kind: "made", value: { link: { name: "Name 2", version: 4 } } });
  const viewed = previewRestoration(memberOf("viewer"), { linkId, version: 2 }, dependencies);
  await expect(viewed).rejects.toThrow(expect.objectContaining({ code: "insufficient_scope" }));
});
