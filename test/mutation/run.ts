import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { API } from "typescript/unstable/sync";
import { instrument, type Mutant } from "./instrument.ts";
import { explained } from "./survivors.ts";
import { ADDED } from "./switch.ts";

/**
 * `npm run mutate -- src/access [--tests test/access …]`: puts every mutant of a part of the code into a copy of the
 * project, runs the tests of the copy, and reports which mutants no test has noticed. docs: test/mutation/README.md
 */
const ROOT = join(import.meta.dirname, "../..");
/** Not below a folder whose name begins with a dot, where vitest finds no tests. */
const PLACE = join(
  tmpdir(),
  `shoppable-links-mutation-${createHash("sha256").update(ROOT).digest("hex").slice(0, 8)}`,
);
const COPY = join(PLACE, "tree");
const RESULTS = join(PLACE, "results");

/** What `npm run mutate` looks at where it is told no part, the most important first. */
const PARTS = [
  "src/access",
  "src/dashboard/sign-in",
  "src/idempotency",
  "src/short-links",
  "src/links",
  "src/visits",
  "src/imports",
  "src/retailers",
];
/** Tests that run programs or build what they test themselves: no mutant is on there. */
const LEFT_OUT =
  /^test\/(?:bench|browser|cli|client|deploy|mutation|fuzz|model)\/|^test\/[^/]*$|kill|start-up|lock-file|docs/;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: "string", multiple: true } },
});
const parts = positionals.length > 0 ? positionals : PARTS;

const filesBelow = (place: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();

const isFile = (path: string): boolean => /\.tsx?$/.test(path);
const sources = parts
  .flatMap((part) => (isFile(part) ? [part] : filesBelow(part, /\.tsx?$/)))
  .filter((path) => !path.endsWith(".d.ts"));

function copyTree(): void {
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const names = [
    "src",
    "test",
    "client",
    "docs",
    "migrations",
    "schema.sql",
    "wrangler.toml",
    "package.json",
    "tsconfig.json",
  ];
  for (const name of names)
    cpSync(join(ROOT, name), join(COPY, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  symlinkSync(join(ROOT, "node_modules"), join(COPY, "node_modules"));
  renameSync(join(COPY, "src/index.ts"), join(COPY, "src/index-itself.ts"));
  for (const [path, text] of Object.entries(ADDED)) writeFileSync(join(COPY, path), text);
  const service = join(COPY, "test/service.ts");
  const seam = "await db.exec(MIGRATIONS);";
  const text = readFileSync(service, "utf8");
  if (!text.includes(seam)) throw new Error("test/service.ts starts services in another way than this knows");
  const noted =
    "((globalThis as { mutationServices?: Map<string, Env> }).mutationServices ??= new Map()).set(url.origin, env);";
  writeFileSync(service, text.replace(seam, `${seam}\n  ${noted}`));
}

function putMutantsIn(): Mutant[] {
  const api = new API({ cwd: ROOT });
  const [project] = api.updateSnapshot({ openProject: join(ROOT, "tsconfig.json") }).getProjects();
  const mutants: Mutant[] = [];
  for (const path of sources) {
    const file = project?.program.getSourceFile(join(ROOT, path));
    if (!file) continue;
    writeFileSync(
      join(COPY, path === "src/index.ts" ? "src/index-itself.ts" : path),
      instrument(file, ROOT, mutants),
    );
  }
  api.close();
  return mutants;
}

/** The tests of the part come first: they are the most likely to notice. */
function testsOf(): string[] {
  if (values.tests) return values.tests;
  const near = new Set(parts.map((part) => part.replace(/^src\//, "test/").replace(/\.tsx?$/, "")));
  const all = filesBelow("test", /\.test\.ts$/).filter((path) => !LEFT_OUT.test(path));
  const isNear = (path: string): boolean =>
    near.has(dirname(path)) || near.has(path.replace(/\.test\.ts$/, ""));
  return [...all.filter(isNear), ...all.filter((path) => !isNear(path))];
}

copyTree();
const mutants = putMutantsIn();
process.stdout.write(`${mutants.length} mutants in ${sources.length} files\n`);
const { status } = spawnSync(
  join(ROOT, "node_modules/.bin/vitest"),
  ["run", "--config", "test/mutation/vitest.config.ts", "--reporter=dot", ...testsOf()],
  { cwd: COPY, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, MUTATION_RESULTS: RESULTS } },
);

const results = new Set(readdirSync(RESULTS));
const killed = mutants.filter(({ id }) => results.has(`killed-${id}`));
const survivors = mutants.filter(({ id }) => !results.has(`killed-${id}`));
const open = survivors.filter((mutant) => !explained(mutant));
const per = (count: number): string => `${((100 * count) / Math.max(1, mutants.length)).toFixed(1)} %`;
const describe = ({ file, line, operator, code, id }: Mutant): string =>
  `${file}:${line}  ${operator}  in: ${code}${results.has(`passed-${id}`) ? "" : "  (no test passes here)"}`;
writeFileSync(join(PLACE, "survivors.json"), JSON.stringify(open, null, 2));
process.stdout.write(
  [
    ...open.map(describe),
    `${killed.length} of ${mutants.length} noticed (${per(killed.length)}), ${survivors.length - open.length} explained, ${open.length} open`,
    "",
  ].join("\n"),
);
if (status !== 0)
  process.stdout.write("Some tests failed without any mutant: what they would have noticed is missing.\n");
process.exitCode = killed.length + survivors.length - open.length >= 0.9 * mutants.length ? 0 : 1;
