import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { API } from "typescript/unstable/sync";
import { instrument, type Mutant } from "./instrument.ts";
import { ADDED } from "./switch.ts";

const COPIED = [
  // Some tests hold documents against what the service does.
  ...["README.md", "RELIABILITY.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"],
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

/** Copies the project in `root` to `copy`, with every mutant of `sources` in it; gives those mutants. */
export function copyWithMutants(root: string, copy: string, sources: readonly string[]): Mutant[] {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of COPIED.filter((each) => existsSync(join(root, each))))
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  renameSync(join(copy, "src/index.ts"), join(copy, "src/index-itself.ts"));
  for (const [path, text] of Object.entries(ADDED)) writeFileSync(join(copy, path), text);
  const services = join(copy, "test/service.ts");
  writeFileSync(services, withChangedServices(readFileSync(services, "utf8")));
  return putMutantsIn(root, copy, sources);
}

/**
 * What `startService` of the copy does besides: it notes what it starts, as a mutant is switched on in all of them, and it loads
 * the Worker after a module that says which mutants are on from the start.
 */
const SEAMS: Readonly<Record<string, string>> = {
  "await db.exec(MIGRATIONS);": `await db.exec(MIGRATIONS);
  const shared = globalThis as { mutationServices?: Map<string, StorageClient>; mutationClosers?: (() => Promise<void>)[] };
  (shared.mutationServices ??= new Map()).set(url.origin, storage);
  (shared.mutationClosers ??= []).push(() => close().finally(() => miniflare.dispose()));`,
  "modules: modulesOf(directory)": `modules: withMutantsOnLoad(directory, modulesOf(directory))`,
};
const WITH_MUTANTS_ON_LOAD = `
function withMutantsOnLoad(directory: string, [main, ...others]: ReturnType<typeof modulesOf>) {
  const { mutantsOnLoad = [] } = globalThis as { mutantsOnLoad?: number[] };
  if (main === undefined || mutantsOnLoad.length === 0) return [main, ...others];
  const first = { type: "ESModule" as const, path: join(directory, "mutants-on-load.js"), contents: \`globalThis.mutantsOnLoad = \${JSON.stringify(mutantsOnLoad)};\` };
  return [{ ...main, contents: \`import "./mutants-on-load.js"; \${readFileSync(main.path, "utf8")}\` }, ...others, first];
}
`;

/** The text of test/service.ts as the copy has it. */
export function withChangedServices(original: string): string {
  let text = original;
  for (const [seam, changed] of Object.entries(SEAMS)) {
    if (!text.includes(seam))
      throw new Error("test/service.ts starts services in another way than this knows");
    text = text.replace(seam, () => changed);
  }
  return text + WITH_MUTANTS_ON_LOAD;
}

function putMutantsIn(root: string, copy: string, sources: readonly string[]): Mutant[] {
  const { mutants, texts } = mutantsOf(root, sources);
  for (const [path, text] of texts)
    writeFileSync(join(copy, path === "src/index.ts" ? "src/index-itself.ts" : path), text);
  return mutants;
}

/** Every mutant of `sources`, and the texts of these files with them inside. */
export function mutantsOf(
  root: string,
  sources: readonly string[],
): { mutants: Mutant[]; texts: Map<string, string> } {
  const api = new API({ cwd: root });
  const [project] = api.updateSnapshot({ openProject: join(root, "tsconfig.json") }).getProjects();
  const mutants: Mutant[] = [];
  const texts = new Map<string, string>();
  for (const path of sources) {
    const file = project?.program.getSourceFile(join(root, path));
    if (file) texts.set(path, instrument(file, root, mutants));
  }
  api.close();
  return { mutants, texts };
}
