import type { Metafile } from "esbuild";
import { CommandError } from "../command-line/command.ts";
import { BUILD_DIRECTORY, buildWorker } from "../wrangler/build.ts";

/**
 * The maximum sizes, minified, before compression: of the service, and of the modules that are loaded only for MCP clients,
 * passkeys and OAuth, readers of the documents, guides in detail, pages for shoppers, reports in other
 * languages than English, and the face of the dashboard.
 */
const LIMITS = {
  service: 1652 * 1024,
  mcp: 201 * 1024,
  "sign-in": 190 * 1024,
  docs: 77 * 1024,
  guides: 33 * 1024,
  pages: 22 * 1024,
  reports: 19 * 1024,
  face: 64 * 1024,
};
type Part = keyof typeof LIMITS;
const PARTS = [
  "service",
  "mcp",
  "sign-in",
  "docs",
  "guides",
  "pages",
  "reports",
  "face",
] as const satisfies readonly Part[];
/** The entry module of each part. */
const ENTRIES: ReadonlyMap<string | undefined, Part> = new Map<string, Part>([
  ["src/index.ts", "service"],
  ["on-demand:src/surfaces/api/mcp/serve-mcp.ts", "mcp"],
  ["on-demand:node_modules/@cloudflare/workers-oauth-provider/dist/oauth-provider.js", "sign-in"],
  ["on-demand:node_modules/@passwordless-id/webauthn/dist/esm/index.js", "sign-in"],
  ["on-demand:src/docs-app.ts", "docs"],
  ["on-demand:src/surfaces/api/docs/detailed-guides.ts", "guides"],
  ["on-demand:src/surfaces/pages/shopper-pages.ts", "pages"],
  ["on-demand:src/features/visits/report-messages.ts", "reports"],
  ["on-demand:src/extras/sales/sales-messages.ts", "reports"],
  ["on-demand:src/surfaces/dashboard/layout/face.ts", "face"],
]);

/** Builds the Worker and checks its size. Wrangler runs this before it serves or uploads the Worker. */
export async function bundle(): Promise<string> {
  const { outputs } = await buildWorker(BUILD_DIRECTORY);
  const sizes = sizesOf(new Map(Object.entries(outputs).filter(([path]) => path.endsWith(".js"))));
  const lines = PARTS.map((part) => {
    const isTooLarge = sizes[part] > LIMITS[part];
    return `Bundle, ${part}: ${kib(sizes[part])} KiB of ${kib(LIMITS[part])} KiB allowed${isTooLarge ? ": too large" : ""}\n`;
  });
  if (PARTS.some((part) => sizes[part] > LIMITS[part])) throw new CommandError(lines.join("").trimEnd());
  return lines.join("");
}

const kib = (bytes: number): string => (bytes / 1024).toFixed(1);

/** The bytes of each part. A module that several parts load counts for the first part. */
function sizesOf(modules: ReadonlyMap<string, Metafile["outputs"][string]>): Record<Part, number> {
  /** The modules reachable from `path`, statically or on demand, without the entries of other parts. */
  function reach(path: string, reached = new Set<string>()): Set<string> {
    const output = modules.get(path);
    if (!output || reached.has(path) || (reached.size > 0 && ENTRIES.has(output.entryPoint))) return reached;
    reached.add(path);
    for (const { path: next } of output.imports) reach(next, reached);
    return reached;
  }
  const sizes: Record<Part, number> = {
    service: 0,
    mcp: 0,
    "sign-in": 0,
    docs: 0,
    guides: 0,
    pages: 0,
    reports: 0,
    face: 0,
  };
  const counted = new Set<string>();
  for (const [source, part] of ENTRIES) {
    const entry = [...modules].find(
      ([, { entryPoint }]) => entryPoint !== undefined && entryPoint === source,
    );
    for (const path of reach(entry?.[0] ?? "")) {
      if (counted.has(path)) continue;
      counted.add(path);
      sizes[part] += modules.get(path)?.bytes ?? 0;
    }
  }
  return sizes;
}
