import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { zipWriter } from "../../src/features/qr-codes/zip.ts";
import { withZip } from "../../src/surfaces/cli/archive/read-zip.ts";
import { linkBody } from "../bodies.ts";
import { useDashboard } from "../dashboard/dashboard.ts";
import { pageForms } from "../dashboard/html-form.ts";
import { IMPORT, upload } from "../dashboard/import.ts";
import { post } from "../requests.ts";
import { expectSteadyGrowth, PIECES, repeated, usualTime } from "./growth.ts";

const OWNER = "owner@acme.example";
const WORKSPACE = "/dashboard/o/acme";

const dashboard = await useDashboard();
const { service } = dashboard;
const { key } = await service.issueKey();
await dashboard.add("acme", OWNER, "owner");
const owner = await dashboard.as(OWNER);
await owner.send(`${WORKSPACE}/projects/new`, { name: "Main", id: "main" });

const LENGTH = 8_000;
const create = (body: unknown) => post(service, "/v1/links", body, { key });
let usual = 0;
beforeAll(async () => {
  usual = await usualTime(() => create({ name: "no link" }));
});

/** Texts with what readers of files and of JSON treat in a special way. */
const TEXTS = [
  ...PIECES.filter((piece) => !/%..|amp/.test(piece)),
  "\n",
  "\r\n",
  "\t",
  "é",
  "\u0301",
  "ﷺ",
  "a\n",
  '","',
  "|",
];

test("each text of a link in JSON", async () => {
  const fields = { publicName: "p", slug: "s", fallbackUrl: "u", metadata: { a: "m" }, gtin: "1" };
  for (const piece of TEXTS) {
    const request = (length: number) => {
      const text = `x${repeated(piece, length)}x`;
      const changed = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === "string" ? text : { [text]: text },
        ]),
      );
      const url = `https://example.com/${text}`;
      const tracking = { utm: { source: text }, tags: [text] };
      return create(linkBody("custom custom_url", { name: text, customUrl: url, ...changed, tracking }));
    };
    await expectSteadyGrowth(request, LENGTH, usual);
  }
});

test.each<[string, (times: number) => string]>([
  ["arrays", (times) => "[".repeat(times)],
  ["objects", (times) => '{"a":'.repeat(times)],
  ["blanks", (times) => `${" ".repeat(times)}x`],
  ["digits", (times) => `{"name":${"1".repeat(times)}`],
  ["escapes", (times) => `{"name":"${"\\u0061".repeat(times)}`],
  ["names", (times) => `{${Array.from({ length: times }, (_, index) => `"a${index}":1`)}}`],
  ["equal names", (times) => `{${Array.from({ length: times }, () => '"a":1')}}`],
  ["tags", (times) => JSON.stringify(linkBody(undefined, { tracking: { tags: Array(times).fill("a") } }))],
])("JSON with many %s", async (_, bodyOf) => {
  await expectSteadyGrowth((length) => create(bodyOf(length)), LENGTH, usual);
});

test.each([
  "links/new?retailer=bigbox_w&intent=add_to_cart",
  "links/new?retailer=custom&intent=custom_url",
  "projects/new",
])("each field of the form %s", async (page) => {
  const { text } = await owner.open(`${WORKSPACE}/${page}`);
  const form = pageForms(text).find(({ method, isUpload }) => method === "post" && !isUpload);
  const names = (form?.entries ?? []).map(([name]) => name).filter((name) => !name.includes("dempotency"));
  expect(names.length).toBeGreaterThan(0);
  for (const piece of TEXTS) {
    const request = (length: number) => {
      const each = repeated(piece, Math.floor(length / names.length));
      return owner.send(form?.action ?? "", Object.fromEntries(names.map((name) => [name, `x${each}x`])));
    };
    await expectSteadyGrowth(request, LENGTH, usual);
  }
});

test("a form with many fields, and with one many times", async () => {
  const many = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`a${index}`, "1"]));
  const path = `${WORKSPACE}/links/bulk`;
  await expectSteadyGrowth((length) => owner.send(path, many(length)), LENGTH / 8, usual);
  for (const name of ["id", "link", "action"])
    await expectSteadyGrowth(
      (length) => owner.send(path, { [name]: Array(length).fill("x") }),
      LENGTH / 8,
      usual,
    );
});

const HEAD = "name,retailer,intent,customUrl,products,rules,color\r\n";
const send = (file: string) => upload(dashboard, OWNER, IMPORT, { file, fields: { project: "main" } });

test.each<[string, (text: string) => string]>([
  ["the head", (text) => `${text}\r\nx`],
  ["the whole file", (text) => text],
  ["a cell", (text) => `${HEAD}x${text}x,custom,custom_url,https://example.com/`],
  ["products", (text) => `${HEAD}x,bigbox_w,add_to_cart,,"${text.replaceAll('"', '""')}"`],
  ["JSON", (text) => `[{"name":${JSON.stringify(text)}},${text}`],
])("CSV with long texts: %s", async (_, fileOf) => {
  for (const piece of TEXTS)
    await expectSteadyGrowth((length) => send(fileOf(repeated(piece, length))), LENGTH, usual);
});

test("an archive with many files", async () => {
  const directory = mkdtempSync(join(tmpdir(), "long-bodies-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const archive = (count: number): string => {
    const path = join(directory, String(count));
    if (existsSync(path)) return path;
    const zip = zipWriter();
    const content = Buffer.from("{}");
    const parts = Array.from({ length: count }, (_, index) => zip.file({ name: String(index), content }));
    writeFileSync(path, Buffer.concat([...parts, zip.end()]));
    return path;
  };
  const read = (count: number) => withZip(archive(count), async ({ files }) => files.length);
  expect(await read(4_000)).toBe(4_000);
  await expectSteadyGrowth(read, 1_000, await usualTime(() => read(10)));
});
