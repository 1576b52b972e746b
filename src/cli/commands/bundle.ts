import { BUILD_DIRECTORY, buildWorker } from "../wrangler/build.ts";

/**
 * The allowed sizes, minified, before compression: of all modules of the service, of what only MCP clients load, of what
 * only readers of the documents load, and of what draws pages for shoppers.
 */
const LIMITS = { service: 1152 * 1024, mcp: 320 * 1024, docs: 100 * 1024, pages: 40 * 1024 };
type Part = keyof typeof LIMITS;
/** Where what only some load begins. */
const ENTRIES: ReadonlyMap<string | undefined, Part> = new Map([
  ["src/api/mcp/serve-mcp.ts", "mcp"],
  ["src/docs-app.ts", "docs"],
  ["src/pages/shopper-pages.ts", "pages"],
]);

/** Builds the Worker where wrangler.toml has it, which wrangler asks for before it serves or uploads it. */
const { outputs } = await buildWorker(BUILD_DIRECTORY);
const modules = new Map(Object.entries(outputs).filter(([path]) => path.endsWith(".js")));

/** The modules that are loaded from `path` on, at once or on demand, without those of a part of its own. */
function reach(path: string, reached = new Set<string>()): Set<string> {
  const output = modules.get(path);
  if (!output || reached.has(path) || (reached.size > 0 && ENTRIES.has(output.entryPoint))) return reached;
  reached.add(path);
  for (const { path: next } of output.imports) reach(next, reached);
  return reached;
}

const entryOf = (source: string | undefined): string =>
  [...modules].find(([, { entryPoint }]) => entryPoint !== undefined && entryPoint === source)?.[0] ?? "";
const counted = reach(entryOf("src/index.ts"));
const sizes: Record<Part, number> = { service: 0, mcp: 0, docs: 0, pages: 0 };
const add = (part: Part, paths: Iterable<string>): void => {
  for (const path of paths) sizes[part] += modules.get(path)?.bytes ?? 0;
};
add("service", counted);
for (const [source, part] of ENTRIES) {
  const own = [...reach(entryOf(source))].filter((path) => !counted.has(path));
  add(part, own);
  for (const path of own) counted.add(path);
}

const kib = (bytes: number): string => (bytes / 1024).toFixed(1);
for (const [name, limit] of Object.entries(LIMITS) as [Part, number][]) {
  const isTooLarge = sizes[name] > limit;
  const figure = `Bundle, ${name}: ${kib(sizes[name])} KiB of ${limit / 1024} KiB allowed${isTooLarge ? ": too large" : ""}\n`;
  if (isTooLarge) process.exitCode = 1;
  process[isTooLarge ? "stderr" : "stdout"].write(figure);
}
