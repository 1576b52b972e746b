// @module-tag all
import { execFile, spawn } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Samples } from "../../src/surfaces/api/docs/blocks.ts";
import { chaptersOf, withDetails } from "../../src/surfaces/api/docs/chapters.ts";
import { LOGO } from "../logos.ts";
import { get } from "../requests.ts";
import { ROOT } from "../service.ts";
import { useService } from "../use-service.ts";

const run = promisify(execFile);
// There are many samples.
vi.setConfig({ testTimeout: 300_000 });
const service = await useService();
const { origin } = service.url;
const FOLDER = join(ROOT, ".wrangler/docs-samples");

/** Every sample of the documentation with its section, and the variables that its reader saves of the response. */
const ORIGINS = { api: origin, shortLink: origin, problem: null };
const CHAPTERS = await withDetails(chaptersOf(ORIGINS), ORIGINS);
const SAMPLES = CHAPTERS.flatMap(({ sections }) =>
  sections.flatMap(({ id, blocks }) => {
    const saves = JSON.stringify(blocks).match(/(?<= as `)[A-Z]+_ID(?=`)/g) ?? [];
    return blocks.flatMap((block) =>
      typeof block === "object" && block.kind === "samples"
        ? [{ id, title: block.title, samples: block.samples, saves }]
        : [],
    );
  }),
);

/** A reader puts their own tag in place of the example's, which is refused. */
const PASTED: typeof SAMPLES = JSON.parse(JSON.stringify(SAMPLES).replaceAll("your-tag-20", "maplepine-20"));

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

/** What a sample printed, and how it failed. */
interface Ran {
  output: string;
  error: string | null;
}
type Run = (index: number, environment: Record<string, string>) => Promise<Ran>;

/** Runs the samples of a language one after the other, as a reader pastes them. Gives those that fail, with their output. */
async function failures(language: keyof Samples, runSample: Run): Promise<string[]> {
  const { environment, save } = await reader(language);
  const failed: string[] = [];
  for (const [index, sample] of SAMPLES.entries()) {
    const { output, error } = await runSample(index, environment);
    if (error !== null || output.startsWith('{"error"')) failed.push(`${named(sample)}: ${error ?? output}`);
    save(sample.saves, output);
  }
  return failed;
}

/** Pastes into a shell. */
const inShell: Run = (index, environment) =>
  run("bash", ["-c", PASTED[index]?.samples.sh.replaceAll("curl ", "curl -sS ") ?? ""], {
    cwd: FOLDER,
    env: { ...process.env, ...environment },
  }).then(
    ({ stdout }) => ({ output: stdout, error: null }),
    (thrown: Error) => ({ output: "", error: String(thrown).slice(0, 1000) }),
  );

/**
 * Runs samples in one interpreter, as its start takes longer than a sample. It reads a line for each, with the sample and the
 * reader's variables, and writes one with a `Ran`.
 */
function inInterpreter(command: string, args: readonly string[], sampleOf: (index: number) => string) {
  const interpreter = spawn(command, args, { cwd: FOLDER, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(interpreter.stdout)[Symbol.asyncIterator]();
  const runSample: Run = async (index, environment) => {
    interpreter.stdin.write(`${JSON.stringify({ sample: sampleOf(index), environment })}\n`);
    return JSON.parse(String((await lines.next()).value)) as Ran;
  };
  return { runSample, end: () => interpreter.stdin.end() };
}

const NODE = `import { createInterface } from "node:readline";
const write = process.stdout.write.bind(process.stdout);
for await (const line of createInterface(process.stdin)) {
  const { sample, environment } = JSON.parse(line);
  Object.assign(process.env, environment);
  let output = "";
  process.stdout.write = (text) => { output += text; return true; };
  const error = await import(sample).then(() => null, (thrown) => String(thrown?.stack));
  process.stdout.write = write;
  write(JSON.stringify({ output, error }) + "\\n");
}`;

const PYTHON = `import contextlib, io, json, os, sys, traceback
for line in sys.stdin:
    read = json.loads(line)
    os.environ.update(read["environment"])
    output, error = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(output):
            exec(compile(read["sample"], "sample", "exec"), {"__name__": "__main__"})
    except BaseException:
        error = traceback.format_exc()
    print(json.dumps({"output": output.getvalue(), "error": error}), flush=True)`;

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
  expect(await failures("sh", inShell)).toEqual([]);
});

test("every other curl command works as pasted", async () => {
  const blocks = CHAPTERS.flatMap(({ sections }) => sections.flatMap((section) => section.blocks));
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
    PASTED.map(async ({ samples }, index) => {
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
  const node = inInterpreter(process.execPath, ["--input-type=module", "-e", NODE], (index) =>
    join(outdir, `sample-${index}.mjs`),
  );
  expect(await failures("ts", node.runSample)).toEqual([]);
  node.end();
});

const python = await run("python3", ["--version"]).then(
  () => true,
  () => false,
);

test.runIf(python)(
  "every Python sample runs as pasted, in order, with nothing but the standard library",
  async () => {
    const interpreter = inInterpreter(
      "python3",
      ["-c", PYTHON],
      (index) => PASTED[index]?.samples.python ?? "",
    );
    expect(await failures("python", interpreter.runSample)).toEqual([]);
    interpreter.end();
  },
);
