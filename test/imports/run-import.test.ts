import { describe, expect, test } from "vitest";
import { exportProblems, exportResults } from "../../src/extras/imports/export-files.ts";
import { deleteImport, getImport } from "../../src/extras/imports/manage-imports.ts";
import { HOUR_MS } from "../../src/ground/core/days.ts";
import { useService } from "../use-service.ts";
import { ago, file, HEAD, importing, messageOf, owner, refused, row } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const { used, added, statesOf, rowsOf, start, run } = await importing(service.env);

describe("a run", () => {
  test("creates the good rows, and on request the doubtful rows", async () => {
    const { id } = await added(`${HEAD},products\n${row("Good")},\nDoubt,bigbox_w,product_detail,,abc`);
    await start(id);
    await expect(deleteImport(owner, { importId: id }, used)).rejects.toThrow(refused("precondition_failed"));
    expect(await run(id)).toBe("done");
    expect(await statesOf(id)).toEqual([
      ["doubtful", 1],
      ["made", 1],
    ]);
    expect((await getImport(owner, { importId: id }, used)).found.state).toBe("idle");
    // Nothing waits: nothing starts.
    await start(id);
    expect((await getImport(owner, { importId: id }, used)).found.state).toBe("idle");
    await start(id, true);
    expect(await run(id)).toBe("done");
    expect(await statesOf(id)).toEqual([["made", 2]]);
    const { columns, rows } = await exportResults(owner, { importId: id }, used);
    expect(columns).toEqual(["Row", "Name", "Status", "Short link", "QR image", "Link id", "Problems"]);
    const link = await DB.prepare("SELECT id, short_id FROM links WHERE name = 'Good'").first<{
      id: string;
      short_id: string;
    }>();
    const image = `https://go.example/qr/qr_${link?.id}_default.svg`;
    expect(columns.map((column) => rows[0]?.[column])).toEqual([
      ...[2, "Good", "created", `https://go.example/${link?.short_id}`, image, link?.id, ""],
    ]);
  });

  test("creates nothing for a chunk interrupted a day ago, because its links may exist", async () => {
    const { id } = await added(file(row("Old"), row("Older")));
    await start(id);
    const begin = async (now: Date) => {
      await used.imports.lease(messageOf(id), { id: "lost", until: now }, now);
      await used.chunks.begin(id, "lost", 1, now);
    };
    await begin(ago(23 * HOUR_MS));
    expect(await run(id)).toBe("more");
    expect(await statesOf(id)).toEqual([
      ["waiting", 1],
      ["made", 1],
    ]);
    await DB.prepare("UPDATE runs SET leased_until = NULL WHERE id = ?1").bind(id).run();
    await begin(ago(23 * HOUR_MS + 1));
    expect(await run(id)).toBe("done");
    const { rows } = await rowsOf(id, ["failed"]);
    expect(rows).toMatchObject([
      { row: 3, linkId: null, problems: [{ field: "", message: expect.stringContaining("interrupted") }] },
    ]);
    expect((await exportProblems(owner, { importId: id }, used)).rows).toMatchObject([
      { Row: 3, Problems: expect.stringMatching(/^The creation was interrupted/) },
    ]);
  });

  test.each([
    ["member_removed", "UPDATE runs SET member_id = 'mem_none' WHERE id = ?1"],
    ["role_changed", "UPDATE members SET role = 'viewer' WHERE id = 'mem_1' AND ?1 <> ''"],
  ])("stops if its member may no longer create links: %s", async (because, sql) => {
    const { id } = await added(file(row("A")));
    await start(id);
    await DB.prepare(sql).bind(id).run();
    expect(await run(id)).toBe("done");
    await DB.prepare("UPDATE members SET role = 'owner' WHERE id = 'mem_1'").run();
    expect((await getImport(owner, { importId: id }, used)).found).toMatchObject({
      state: "stopped",
      stoppedBecause: because,
    });
    await start(id);
    expect(await run(id)).toBe("done");
    expect(await statesOf(id)).toEqual([["made", 1]]);
  });
});
