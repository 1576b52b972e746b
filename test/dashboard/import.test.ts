import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../src/extras/files/read-csv.ts";
import { decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";
import { get } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";
import { added, customRows, finished, IMPORT, idIn, linksNamed, statesOf, upload } from "./import.ts";

const EDITOR = "editor@acme.example";
const HANK = "hank@globex.example";
/** Whole pixels for each module. */
const MODULE_PX = 4;

const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", EDITOR, "editor");
await dashboard.add("globex", HANK, "owner");
const editor = await dashboard.as(EDITOR);
const owner = await dashboard.as("owner@acme.example");
await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });

describe("an import", () => {
  test("110 rows, three of them bad, fixed in place, created once, downloaded", {
    tags: "all",
    timeout: 120_000,
  }, async () => {
    const wrong: Record<number, string> = {
      7: "ftp://example.com",
      60: "",
      111: "https://user@example.com/",
    };
    const path = await added(dashboard, EDITOR, {
      file: customRows(110, (row) => wrong[row] ?? `https://example.com/${row}`),
    });
    expect(await statesOf(dashboard, path)).toEqual({ bad: 3, good: 107 });
    expect(await linksNamed(dashboard, "Link ")).toBe(0);
    const checked = await editor.open(path);
    for (const row of [7, 60, 111]) expect(checked.text).toContain(`href="${path}/rows/${row}"`);
    expect(checked.text).toMatch(/Web page link: <\/strong>must be an absolute http or https URL/);
    expect(checked.text).toContain("is required");
    expect(checked.text).toContain("must not contain a user name or password");
    expect(checked.text.match(/data-row/g)).toHaveLength(3);

    expect((await editor.send(`${path}/start`, {})).location).toBe(path);
    // The button twice, and the page at the same time.
    await Promise.all([editor.send(`${path}/start`, {}), editor.open(path), editor.open(path)]);
    await finished(editor, path);
    expect(await statesOf(dashboard, path)).toEqual({ bad: 3, made: 107 });
    expect(await linksNamed(dashboard, "Link ")).toBe(107);

    const cells = { retailer: "custom", intent: "custom_url" };
    const still = await editor.send(`${path}/rows/7`, { ...cells, name: "Link 7", customUrl: "nowhere" });
    expect(still.status).toBe(400);
    expect(still.text).toMatch(/id="customUrl-error">Must be an absolute http/);
    expect(still.text).toContain('value="nowhere"');
    const shown = await editor.open(`${path}?show=created`);
    const [, link = ""] =
      /href="(\/dashboard\/o\/acme\/links\/lnk_[^"]+)"><bdi>Link 2</.exec(shown.text) ?? [];
    expect((await editor.open(link)).status).toBe(200);
    for (const row of [7, 60, 111]) {
      const saved = await editor.send(`${path}/rows/${row}`, {
        ...cells,
        name: `Link ${row}`,
        customUrl: `https://example.com/${row}`,
      });
      expect(saved.location).toBe(`${path}?done=fixed`);
    }
    await editor.send(`${path}/start`, {});
    await finished(editor, path);
    expect(await statesOf(dashboard, path)).toEqual({ made: 110 });
    expect(await linksNamed(dashboard, "Link ")).toBe(110);
    // What was created can't be changed.
    expect((await editor.send(`${path}/rows/7`, { ...cells, name: "Again" })).status).toBe(412);
    // So is a row of which a link is about to be made.
    const { DB } = dashboard.service.env;
    const wait = "UPDATE import_rows SET state = 'waiting' WHERE import_id = ?1 AND row = 7 RETURNING cells";
    const waiting = await DB.prepare(wait).bind(idIn(path)).first();
    expect((await editor.send(`${path}/rows/7`, { ...cells, name: "Again" })).status).toBe(412);
    const read = "SELECT cells FROM import_rows WHERE import_id = ?1 AND row = 7";
    expect(await DB.prepare(read).bind(idIn(path)).first()).toEqual(waiting);
    await DB.prepare("UPDATE import_rows SET state = 'made' WHERE import_id = ?1 AND row = 7")
      .bind(idIn(path))
      .run();

    const results = await editor.open(`${path}/results.csv`);
    expect(results.headers.get("Content-Disposition")).toContain("import-results.csv");
    const [head, ...rows] = (await readCsv(results.text.replace("\uFEFF", ""), 1000)).records.map(
      ({ cells: each }) => each,
    );
    expect(head).toEqual(["Row", "Name", "Status", "Short link", "QR image", "Link id", "Problems"]);
    expect(rows).toHaveLength(110);
    expect(new Set(rows.map(([, , , shortUrl]) => shortUrl)).size).toBe(110);
    const [row, name, status, shortUrl = "", image = ""] = rows[5] ?? [];
    expect([row, name, status]).toEqual(["7", "Link 7", "created"]);
    expect((await get(dashboard.service, new URL(shortUrl).pathname)).headers.get("Location")).toContain(
      "example.com/7",
    );
    expect((await get(dashboard.service, new URL(image).pathname)).text).toContain("<svg");

    const directory = mkdtempSync(join(tmpdir(), "codes-"));
    try {
      const zip = await fetch(`${dashboard.service.url.origin}${path}/codes.zip`, {
        headers: await dashboard.identity(EDITOR),
      });
      writeFileSync(join(directory, "codes.zip"), Buffer.from(await zip.arrayBuffer()));
      execFileSync("unzip", ["-q", "codes.zip"], { cwd: directory });
      const expected = rows.map(([row = "", name, , shortUrl]) => [
        `${row.padStart(4, "0")} ${name}.svg`,
        `${shortUrl}?qr=default`,
      ]);
      const read: [string, string | undefined][] = [];
      for (const file of readdirSync(directory).sort()) {
        if (file === "codes.zip") continue;
        const svg = readFileSync(join(directory, file), "utf8");
        const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
        const reading = await decodeWithZxing(rasterize(svg, modules * MODULE_PX));
        read.push([file, reading?.text]);
      }
      expect(read).toEqual(expected);
    } finally {
      rmSync(directory, { recursive: true });
    }
    expect((await editor.send(`${path}/delete`, {})).location).toBe(`${IMPORT}?done=deleted`);
    expect((await editor.open(path)).status).toBe(404);
    expect(await statesOf(dashboard, path)).toEqual({});
    expect((await get(dashboard.service, new URL(shortUrl).pathname)).status).toBe(302);
  });

  test("a corrected file replaces the rows that it names", async () => {
    const path = await added(dashboard, EDITOR, {
      file: 'name,retailer,intent,customUrl,tags\n"=1+1 ""x"",\ny",custom,custom_url,nowhere,a\nGood,custom,custom_url,https://example.com/,\n',
    });
    const { text } = await editor.open(`${path}/problems.csv`);
    const [head, ...rows] = (await readCsv(text.replace("\uFEFF", ""), 10)).records;
    expect(head?.cells.slice(0, 3)).toEqual(["Row", "Problems", "Name"]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.cells.slice(0, 3)).toEqual([
      "2",
      "Web page link: must be an absolute http or https URL",
      `'=1+1 "x",\ny`,
    ]);
    const replace = (file: string) => upload(dashboard, EDITOR, `${path}/replace`, { file });
    expect((await replace(text.replace("nowhere", "https://example.com/mended"))).location).toBe(
      `${path}?done=replaced`,
    );
    expect(await statesOf(dashboard, path)).toEqual({ good: 2 });
    for (const [file, problem] of [
      [customRows(1), "needs the column row"],
      [`row,name\n99,x\n`, "These rows don&#39;t exist"],
      [`row,name\n2,x\n2,y\n`, "Two lines correct the same row"],
      [`row,name\nx,x\n`, "has no number"],
    ] as const) {
      const refused = await replace(file);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(problem)]);
    }
    await editor.send(`${path}/start`, {});
    await finished(editor, path);
    expect(await linksNamed(dashboard, '=1+1 "x"')).toBe(1);
    expect((await replace("row,name\n2,x\n")).text).toContain("are being created: 2");
  });

  test("a form that is sent twice adds one import, and with another file none", async () => {
    const fields = { project: "main", "idempotency-key": crypto.randomUUID() };
    const first = await added(dashboard, EDITOR, { file: customRows(2), fields });
    expect(await added(dashboard, EDITOR, { file: customRows(2), fields })).toBe(first);
    expect((await upload(dashboard, EDITOR, IMPORT, { file: customRows(3), fields })).status).toBe(409);
    expect(await statesOf(dashboard, first)).toEqual({ good: 2 });
  });
});

describe("who may import", () => {
  test("an organization keeps twenty imports at most", { timeout: 60_000 }, async () => {
    const path = IMPORT.replace("acme", "globex");
    const file = customRows(1);
    for (let count = 0; count < 20; count++) await added(dashboard, HANK, { file }, path);
    const refused = await upload(dashboard, HANK, path, { file, fields: { project: "main" } });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("limit is 20 imports")]);
    expect(refused.text).toContain("Earlier imports");
  });
});
