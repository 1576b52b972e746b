import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Samples } from "../../src/surfaces/api/docs/blocks.ts";
import { chaptersOf } from "../../src/surfaces/api/docs/docs-routes.tsx";
import { LOGO } from "../logos.ts";
import { get } from "../requests.ts";
import { ROOT } from "../service.ts";
import { useService } from "../use-service.ts";

const run = promisify(execFile);
// Each sample is a program of its own.
vi.setConfig({ testTimeout: 300_000 });
const service = await useService();
const { origin } = service.url;
const FOLDER = join(ROOT, ".wrangler/docs-samples");

/** Every sample of the documentation with its section, and the variables that its reader saves of the response. */
const SAMPLES = chaptersOf({ api: origin, shortLink: origin, problem: null }).flatMap(({ sections }) =>
  sections.flatMap(({ id, blocks }) => {
    const saves = JSON.stringify(blocks).match(/(?<= as `)[A-Z]+_ID(?=`)/g) ?? [];
    return blocks.flatMap((block) =>
      typeof block === "object" && block.kind === "samples"
        ? [{ id, title: block.title, samples: block.samples, saves }]
        : [],
    );
  }),
);

const named = ({ id, title }: { id: string; title: string }): string => `${id}: ${title}`;

/** The beginnings of the ids in the variables. */
const PREFIXES: Readonly<Record<string, string>> = {
  ...{ LINK_ID: "lnk", WEBHOOK_ID: "whk", EXPORT_ID: "exp", EVENT_ID: "evt" },
};

/** One reader, who has a key and a project, and saves what the documentation says. */
async function reader(language: string) {
  const { key } = await service.issueKey({ organization: `samples-${language}`, createProjects: ["demo"] });
  const environment: Record<string, string> = { KEY: key };
  return {
    environment,
    save(names: readonly string[], output: string): void {
      for (const name of names) {
        const [id] = new RegExp(`${PREFIXES[name]}_[0-9a-z]{26,}`).exec(output) ?? [];
        if (id !== undefined) environment[name] ??= id;
      }
    },
  };
}

/** Runs the samples of a language one after the other, as a reader pastes them. Gives those that fail, with their output. */
async function failures(
  language: keyof Samples,
  start: (index: number) => [command: string, ...args: string[]],
): Promise<string[]> {
  const { environment, save } = await reader(language);
  const failed: string[] = [];
  for (const [index, sample] of SAMPLES.entries()) {
    const [command, ...args] = start(index);
    const options = { cwd: FOLDER, env: { ...process.env, ...environment } };
    const { stdout, error } = await run(command, args, options).then(
      ({ stdout }) => ({ stdout, error: null }),
      (thrown: Error) => ({ stdout: "", error: String(thrown).slice(0, 1000) }),
    );
    if (error !== null || stdout.startsWith('{"error"')) failed.push(`${named(sample)}: ${error ?? stdout}`);
    save(sample.saves, stdout);
  }
  return failed;
}

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

test("every curl command works as pasted, in order", async () => {
  expect(
    await failures("sh", (index) => [
      "bash",
      "-c",
      SAMPLES[index]?.samples.sh.replaceAll("curl ", "curl -sS ") ?? "",
    ]),
  ).toEqual([]);
});

test("every other curl command works as pasted", async () => {
  const chapters = chaptersOf({ api: origin, shortLink: origin, problem: null });
  const blocks = chapters.flatMap(({ sections }) => sections.flatMap((section) => section.blocks));
  const lines = blocks.flatMap((block) =>
    // Samples that configure another program, such as an assistant, or need a receiver, can't run here.
    typeof block === "object" && block.kind === "code" && /^(?:curl|ETAG=)/.test(block.text)
      ? [block.text]
      : [],
  );
  const { environment, save } = await reader("other");
  const create = SAMPLES.find(({ id }) => id === "first-link")?.samples.sh ?? "";
  save(["LINK_ID"], (await run("bash", ["-c", create], { env: { ...process.env, ...environment } })).stdout);
  const outputs = [];
  for (const line of lines) {
    const options = { cwd: FOLDER, env: { ...process.env, ...environment } };
    outputs.push((await run("bash", ["-c", line], options)).stdout);
  }
  expect(outputs.sort()).toEqual(["", "304\n"]);
  expect((await readFile(join(FOLDER, "code.pdf"))).subarray(0, 5).toString()).toBe("%PDF-");
});

test("every TypeScript sample compiles strictly, and runs as pasted, in order, with the client", async () => {
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
  expect(await failures("ts", (index) => [process.execPath, join(outdir, `sample-${index}.mjs`)])).toEqual(
    [],
  );
});

const python = await run("python3", ["--version"]).then(
  () => true,
  () => false,
);

test.runIf(python)(
  "every Python sample runs as pasted, in order, with nothing but the standard library",
  async () => {
    expect(
      await failures("python", (index) => ["python3", "-c", SAMPLES[index]?.samples.python ?? ""]),
    ).toEqual([]);
  },
);
