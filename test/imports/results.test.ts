import { expect, test } from "vitest";
import {
  type CsvTable,
  exportCodes,
  exportProblems,
  exportResults,
} from "../../src/extras/imports/export-files.ts";
import { getImport, getImportRow } from "../../src/extras/imports/manage-imports.ts";
import { csvText } from "../../src/ground/core/csv-text.ts";
import { dequeueRuns, takeStep } from "../runs/steps.ts";
import { useService } from "../use-service.ts";
import { file, HEAD, importing, messageOf, NOW, owner, row } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const { used, added, statesOf, start, run } = await importing(service.env);

/** The rows of a made import again, up to this number of them. */
const repeatRows = (importId: string, last: number) =>
  DB.prepare(
    `INSERT INTO import_rows (import_id, row, cells, state, problems, link_id, short_id, qr_identifier)
     WITH RECURSIVE numbers (n) AS (SELECT 1 + (SELECT max(row) FROM import_rows WHERE import_id = ?1)
       UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
     SELECT import_id, n, cells, state, problems, link_id, short_id, qr_identifier
     FROM import_rows CROSS JOIN numbers WHERE import_id = ?1 AND row = 2`,
  )
    .bind(importId, last)
    .run();
const made = async (content: string): Promise<string> => {
  const { id } = await added(content);
  await start(id);
  expect(await run(id)).toBe("done");
  return id;
};
/** What the header of each file in a ZIP archive begins with; its name is 30 bytes further on, its length 26. */
const FILE_HEADER = Buffer.from([0x50, 0x4b, 3, 4]);
const namesIn = async (archive: ReadableStream<Uint8Array>): Promise<string[]> => {
  const bytes = Buffer.from(await new Response(archive).arrayBuffer());
  const names: string[] = [];
  for (let at = bytes.indexOf(FILE_HEADER); at >= 0; at = bytes.indexOf(FILE_HEADER, at + 1)) {
    names.push(bytes.toString("utf8", at + 30, at + 30 + bytes.readUInt16LE(at + 26)));
  }
  return names;
};

const csvOf = ({ columns, rows }: CsvTable): string => csvText(columns, rows);

test("results and problems include every row of this import only", async () => {
  const id = await made(`${HEAD},slug\n${row("First")},first-of-all\n${row("")},\n`);
  const other = await made(file(row("Other")));
  await repeatRows(id, 1_001);
  const results = csvOf(await exportResults(owner, { importId: id }, used))
    .trimEnd()
    .split("\r\n");
  expect(results).toHaveLength(1 + 1_000);
  expect(results[1]).toMatch(
    /^2,First,created,https:\/\/go\.example\/first-of-all,https:\/\/go\.example\/qr\/qr_lnk_\w+_default\.svg,lnk_\w+,$/,
  );
  expect(results[2]).toMatch(/^3,,has problems,,,,/);
  await repeatRows(id, 1_002);
  const more = csvOf(await exportResults(owner, { importId: id }, used))
    .trimEnd()
    .split("\r\n");
  expect(more.slice(0, -1)).toEqual(results);
  expect(more.at(-1)).toBe(results[1]?.replace("2,", "1002,"));
  const problems = csvOf(await exportProblems(owner, { importId: id }, used))
    .trimEnd()
    .split("\r\n");
  expect(problems).toHaveLength(2);
  expect(problems[1]).toMatch(/^3,Name: /);
  expect(
    csvOf(await exportResults(owner, { importId: other }, used))
      .trimEnd()
      .split("\r\n"),
  ).toHaveLength(2);
  expect((await getImportRow(owner, { importId: other, row: 2 }, used)).cells.name).toBe("Other");
});

test("results show the current link, also without a code, or the id of a missing link", async () => {
  const importId = await made(file(row("Moved"), row("Plain"), row("Gone")));
  const results = async () =>
    csvOf(await exportResults(owner, { importId }, used))
      .split("\r\n")
      .map((line) => line.split(","));
  const before = await results();
  const [, moved, plain, gone] = before;
  const rename = (slug: string, id: string | undefined) =>
    DB.prepare("UPDATE links SET slug = ?1, domain = ?1 || '.brand.example' WHERE id = ?2").bind(slug, id);
  await DB.batch([
    rename("moved", moved?.[5]),
    rename("plain", plain?.[5]),
    DB.prepare("UPDATE import_rows SET qr_identifier = NULL WHERE link_id = ?1").bind(plain?.[5]),
    ...["qr_codes WHERE link_id", "links WHERE id"].map((rows) =>
      DB.prepare(`DELETE FROM ${rows} = ?1`).bind(gone?.[5]),
    ),
  ]);
  expect(await results()).toEqual([
    before[0],
    moved?.with(3, "https://moved.brand.example/moved"),
    plain?.with(3, "https://plain.brand.example/plain").with(4, ""),
    gone,
    ...before.slice(4),
  ]);
});

test("the archive has the default code of every created row", { tags: "all" }, async () => {
  const id = await made(file(row("Soup: a/b"), row("Bread"), row("")));
  await made(file(row("Of another import")));
  const codes = async (column?: string) =>
    namesIn(await exportCodes(owner, { importId: id, ...(column && { column }) }, used));
  expect(await codes()).toEqual(["0002 Soup a b.svg", "0003 Bread.svg"]);
  expect(await codes("retailer")).toEqual(["0002 custom.svg", "0003 custom.svg"]);
  const [link] = (await used.importRows.codes(id, 0, 1)).slice(0, 1);
  expect(link).toMatchObject({ row: 2, style: null, project: { organizationId: "acme", projectId: "main" } });
  await DB.prepare("UPDATE qr_codes SET style = ?1 WHERE encoded_url = ?2")
    .bind('{"modules":"dots"}', link?.encodedUrl)
    .run();
  expect((await used.importRows.codes(id, 0, 1))[0]?.style).toEqual({ modules: "dots" });
  // A plain code is drawn in a tenth of the time.
  await DB.prepare("UPDATE qr_codes SET style = NULL").run();
  // A further code of the link, and a row whose link is about to be made.
  await DB.prepare(
    `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
     SELECT link_id, 'shelf', '', encoded_url, 0, created_at FROM qr_codes WHERE encoded_url = ?1`,
  )
    .bind(link?.encodedUrl)
    .run();
  await DB.prepare("UPDATE import_rows SET state = 'waiting' WHERE import_id = ?1 AND row = 3")
    .bind(id)
    .run();
  expect(await codes()).toEqual(["0002 Soup a b.svg"]);
  for (const last of [253, 254]) {
    await repeatRows(id, last);
    expect((await codes()).at(-1)).toBe(`0${last} Soup a b.svg`);
    expect(await codes()).toHaveLength(last - 3);
  }
});

test("start and stop affect only one import", async () => {
  const [first, second] = [await added(file(row("A"))), await added(file(row("B")))];
  await start(first.id);
  expect(await statesOf(second.id)).toEqual([["good", 1]]);
  const stateOf = async (importId: string) => (await getImport(owner, { importId }, used)).found.state;
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(["running", "idle"]);
  await start(second.id);
  const found = (await getImport(owner, { importId: first.id }, used)).found;
  await used.imports.stop({ ...found, memberId: "mem_other" }, "role_changed", NOW);
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(["running", "running"]);
  await used.imports.stop(found, "role_changed", NOW);
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(["stopped", "running"]);
  await used.imports.stop(found, "member_removed", NOW);
  expect((await getImport(owner, { importId: first.id }, used)).found.stoppedBecause).toBe("role_changed");
});

test("a run for another organization's import creates nothing", async () => {
  const { id } = await added(file(row("A")));
  await start(id);
  expect(await takeStep({ ...messageOf(id), organizationId: "globex" }, used)).toBe("done");
  expect(await statesOf(id)).toEqual([["waiting", 1]]);
  expect(await run(id)).toBe("done");
});

test("a message runs one chunk and sends the next; an invalid message is retried, then logged", async () => {
  const { id } = await added(file(...Array.from({ length: 101 }, (_, index) => row(`R${index}`))));
  await start(id);
  const sent: unknown[] = [];
  const logged: unknown[][] = [];
  const dependencies = {
    ...used,
    runQueue: { send: async (message: unknown) => void sent.push(message) },
    log: (...line: unknown[]) => void logged.push(line),
  };
  const take = async (body: unknown, attempts = 1) => {
    const said: string[] = [];
    await dequeueRuns(
      [
        {
          body,
          attempts,
          ack: () => said.push("ack"),
          retry: (how) => said.push(`retry ${how?.delaySeconds}`),
        },
      ],
      dependencies,
    );
    return said;
  };
  const message = messageOf(id);
  expect([await take(message), sent]).toEqual([["ack"], [message]]);
  expect([await take(message), sent]).toEqual([["ack"], [message]]);
  expect(await statesOf(id)).toEqual([["made", 101]]);
  expect(logged).toEqual([]);
  expect(await take({ importId: id })).toEqual(["retry 10"]);
  expect(logged.map(([, event]) => event)).toEqual(["run"]);
  // The pauses grow up to four minutes, before which no import counts as standing still.
  expect(await take({ importId: id }, 10)).toEqual(["retry 240"]);
  expect(logged.map(([, event]) => event)).toEqual(["run", "run"]);
  await take({ importId: id }, 11);
  expect(logged.slice(2).map(([, ...line]) => line)).toEqual([
    ["run", expect.objectContaining({ attempts: 11 })],
    ["dead letter", { queue: "runs", messages: 1 }],
  ]);
});
