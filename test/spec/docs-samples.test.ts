import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Samples } from "../../src/surfaces/api/docs/blocks.ts";
import { chaptersOf } from "../../src/surfaces/api/docs/chapters.ts";
import { LOGO } from "../logos.ts";
import { get } from "../requests.ts";
import { ROOT } from "../service.ts";
import { useService } from "../use-service.ts";
import { runCurl, shellWords } from "./curl.ts";
import { type Prepared, prepareExamples } from "./stored-examples.ts";

const run = promisify(execFile);
const service = await useService();
const { origin } = service.url;
const FOLDER = join(ROOT, ".wrangler/docs-samples");

/** Every sample of the documentation with its section. */
const SAMPLES = chaptersOf({ api: origin, shortLink: origin, problem: null }).flatMap(({ sections }) =>
  sections.flatMap(({ id, blocks }) =>
    blocks.flatMap((block) =>
      typeof block === "object" && block.kind === "samples"
        ? [{ id, title: block.title, samples: block.samples }]
        : [],
    ),
  ),
);

const named = ({ id, title }: { id: string; title: string }): string => `${id}: ${title}`;

/** A separate organization for each sample and language, so that samples are independent. */
const prepareEach = async (language: keyof Samples): Promise<Prepared[]> => {
  const prepared: Prepared[] = [];
  for (const [index, { id, samples }] of SAMPLES.entries()) {
    const operationId = samples.sh.includes("/qr-codes/") ? "getQrCode" : id;
    prepared.push(await prepareExamples(service, `samples-${language}-${index}`, operationId));
  }
  return prepared;
};

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, "logo.png"), LOGO);
});
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

test("the documentation shows these samples", async () => {
  const { text } = await get(service, "/docs.md");
  expect(SAMPLES.length).toBeGreaterThan(35);
  for (const { samples } of SAMPLES)
    for (const sample of Object.values(samples)) expect(text).toContain(sample);
});

test("every curl command works unchanged", async () => {
  const prepared = await prepareEach("sh");
  for (const [index, sample] of SAMPLES.entries()) {
    const { key, linkId } = prepared[index] ?? { key: { key: "" }, linkId: "" };
    const words = shellWords(sample.samples.sh, { KEY: key.key, LINK_ID: linkId });
    const response = await runCurl(service, origin, words);
    expect([named(sample), response.status, response.ok || (await response.text())]).toEqual([
      named(sample),
      /^(createLink|createQrCode|createProject|createExport|createWebhook|deliverEvent|webhooks|first-link|retries|printing)$/.test(
        sample.id,
      ) && !words[1]?.endsWith("/preview")
        ? 201
        : 200,
      true,
    ]);
  }
});

test("every other curl command works unchanged", async () => {
  const chapters = chaptersOf({ api: origin, shortLink: origin, problem: null });
  const blocks = chapters.flatMap(({ sections }) => sections.flatMap((section) => section.blocks));
  const lines = blocks.flatMap((block) =>
    // Samples that configure another program, such as an assistant, can't run here.
    typeof block === "object" && block.kind === "code" && block.text.startsWith("curl ") ? [block.text] : [],
  );
  expect(lines.length).toBeGreaterThan(0);
  const { key, linkId } = await prepareExamples(service, "samples-other", "");
  for (const line of lines) {
    const response = await runCurl(service, origin, shellWords(line, { KEY: key.key, LINK_ID: linkId }));
    const type = line.includes(".pdf") ? "application/pdf" : "application/json";
    expect([line, response.status, response.headers.get("Content-Type")]).toEqual([line, 200, type]);
  }
});

/** The output of a language's runner: a line for each failed sample. */
const failures = async (
  command: string,
  script: string,
  prepared: Prepared[],
  files: string[],
): Promise<string[]> => {
  const work = prepared.map(({ key, linkId }, index) => [files[index], key.key, linkId]);
  const { stdout } = await run(command, [script, JSON.stringify(work)], { cwd: FOLDER, maxBuffer: 1e8 });
  const failed = stdout.split("\n").filter((line) => line.startsWith("FAILED "));
  // The last line confirms that all samples ran.
  expect(stdout.trimEnd().split("\n").at(-1)).toBe(`RAN ${SAMPLES.length}`);
  return failed;
};

const NODE_RUNNER = `const work = JSON.parse(process.argv[2]);
console.log("");
for (const [file, key, linkId] of work) {
  Object.assign(process.env, { KEY: key, LINK_ID: linkId });
  await import(file).catch((error) => console.log("FAILED", file, String(error)));
}
console.log("RAN " + work.length);
`;

test("every TypeScript sample compiles strictly and runs with the client", async () => {
  const sources = await Promise.all(
    SAMPLES.map(async ({ samples }, index) => {
      const file = join(FOLDER, `sample-${index}.ts`);
      await writeFile(file, `${samples.ts}\n`);
      return file;
    }),
  );
  const client = "./client/src/index.ts";
  const compilerOptions = {
    paths: { "@shoppable-links/client": [`../../${client}`] },
    rootDir: "../..",
    types: ["node"],
    lib: ["ES2024", "DOM", "DOM.Iterable"],
    moduleDetection: "force",
  };
  const project = { extends: "../../client/tsconfig.json", compilerOptions, include: ["*.ts"], exclude: [] };
  await writeFile(join(FOLDER, "tsconfig.json"), JSON.stringify(project));
  const checked = await run("npx", ["tsc", "--noEmit", "-p", FOLDER], { cwd: ROOT }).catch((error) => error);
  expect(checked.stdout).toBe("");
  const outdir = join(FOLDER, "built");
  await build({
    absWorkingDir: ROOT,
    entryPoints: sources,
    outdir,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    outExtension: { ".js": ".mjs" },
    alias: { "@shoppable-links/client": client },
  });
  const runner = join(FOLDER, "run.mjs");
  await writeFile(runner, NODE_RUNNER);
  const files = SAMPLES.map((_, index) => join(outdir, `sample-${index}.mjs`));
  expect(await failures(process.execPath, runner, await prepareEach("ts"), files)).toEqual([]);
});

const PYTHON_RUNNER = `import json, os, runpy, sys, traceback

work = json.loads(sys.argv[1])
for file, key, link_id in work:
    os.environ.update(KEY=key, LINK_ID=link_id)
    try:
        runpy.run_path(file)
    except Exception as error:
        print("FAILED", file, repr(error))
print("RAN", len(work))
`;

const python = await run("python3", ["--version"]).then(
  () => true,
  () => false,
);

test.runIf(python)("every Python sample runs with nothing but the standard library", async () => {
  const files = await Promise.all(
    SAMPLES.map(async ({ samples }, index) => {
      const file = join(FOLDER, `sample_${index}.py`);
      await writeFile(file, `${samples.python}\n`);
      return file;
    }),
  );
  const runner = join(FOLDER, "run.py");
  await writeFile(runner, PYTHON_RUNNER);
  expect(await failures("python3", runner, await prepareEach("python"), files)).toEqual([]);
});
