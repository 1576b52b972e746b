import { BUILD_DIRECTORY, buildWorker } from "../wrangler/build.ts";

/** The allowed sizes, minified, before compression: of all modules of the service, and of what only MCP clients load. */
const LIMITS = { service: 800 * 1024, mcp: 320 * 1024 };
/** Where what only MCP clients load begins. */
const MCP_ENTRY = "src/api/mcp/serve-mcp.ts";

/** Builds the Worker where wrangler.toml has it, which wrangler asks for before it serves or uploads it. */
const { outputs } = await buildWorker(BUILD_DIRECTORY);
const modules = new Map(Object.entries(outputs).filter(([path]) => path.endsWith(".js")));

/** The modules that are loaded from `path` on, at once or on demand, without what only MCP clients load. */
function reach(path: string, reached = new Set<string>()): Set<string> {
  const output = modules.get(path);
  if (!output || reached.has(path) || output.entryPoint === MCP_ENTRY) return reached;
  reached.add(path);
  for (const { path: next } of output.imports) reach(next, reached);
  return reached;
}

const [main = ""] = [...modules].find(([, { entryPoint }]) => entryPoint === "src/index.ts") ?? [];
const service = reach(main);
const sizes = { service: 0, mcp: 0 };
for (const [path, { bytes }] of modules) sizes[service.has(path) ? "service" : "mcp"] += bytes;

const kib = (bytes: number): string => (bytes / 1024).toFixed(1);
for (const [name, limit] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
  const isTooLarge = sizes[name] > limit;
  const figure = `Bundle, ${name}: ${kib(sizes[name])} KiB of ${limit / 1024} KiB allowed${isTooLarge ? ": too large" : ""}\n`;
  if (isTooLarge) process.exitCode = 1;
  process[isTooLarge ? "stderr" : "stdout"].write(figure);
}
