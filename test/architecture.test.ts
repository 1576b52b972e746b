import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Paths of the files below `directory`, with slashes, relative to the project. */
const filesBelow = (directory: string): string[] =>
  readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** What a source file imports or re-exports: a path below src, or a package. */
function importsOf(path: string): Import[] {
  const statements = read(path).matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return Array.from(statements, ([, type, target = "", dynamic]) => {
    const to = dynamic ?? target;
    return {
      from: path.slice("src/".length),
      to: to.startsWith(".") ? join(path, "..", to).slice("src/".length) : to,
      typeOnly: type !== undefined,
    };
  });
}

/** The part a file belongs to: its directory in src, or "entry" for the files that put the Worker together. */
function partOf(file: string): string {
  if (file.includes("/")) return file.slice(0, file.indexOf("/"));
  return file === "env.ts" || file === "no-fs.ts" ? file : "entry";
}

/** What each part may import: parts, single files and packages. `types` are for `import type` only. */
const RULES: Record<string, { values: string[]; types?: string[] }> = {
  entry: {
    values: [
      "entry",
      "routes",
      "jobs",
      "http",
      "schemas",
      "domain",
      "storage",
      "services",
      "hono",
      "hono/route",
    ],
    types: ["env.ts"],
  },
  routes: {
    values: [
      "jobs",
      "http",
      "pages",
      "schemas",
      "domain",
      "storage",
      "services",
      "hono",
      "@hono/zod-validator",
    ],
    types: ["env.ts"],
  },
  pages: { values: ["pages", "hono/html"], types: ["domain"] },
  // Work after an answer and in the cron.
  jobs: { values: ["jobs", "domain", "storage", "services"], types: ["env.ts"] },
  http: {
    values: ["http", "schemas", "domain", "hono/factory"],
    types: ["env.ts", "hono", "zod"],
  },
  schemas: { values: ["schemas", "domain", "zod"] },
  domain: { values: ["domain", "isbot", "qrcode-svg"], types: ["schemas"] },
  // A store turns what its engine throws into an error of the domain, and writes a link's page row with the link.
  storage: {
    values: [
      "storage",
      "domain/errors.ts",
      "domain/delivery-app/page-request.ts",
      "domain/delivery-app/route-stores.ts",
      "domain/retailer.ts",
      "domain/within.ts",
    ],
    types: ["domain", "schemas", "env.ts"],
  },
  services: { values: ["services", "domain/errors.ts", "zod"], types: ["domain", "schemas", "env.ts"] },
  "env.ts": { values: [], types: ["domain"] },
  "no-fs.ts": { values: [] },
  // The sync by hand asks and merges as the cron does.
  cli: {
    values: ["cli", "domain", "services/open-delivery-app.ts", "storage/retailer-merge.ts", "zod", "node:"],
  },
};

const allows = (allowed: readonly string[], to: string): boolean =>
  allowed.some((name) =>
    name === "entry"
      ? partOf(to) === "entry" && to.endsWith(".ts")
      : to === name || to.startsWith(`${name}/`),
  ) ||
  (to.startsWith("node:") && allowed.includes("node:"));

const SOURCES = filesBelow("src").filter((path) => /\.(ts|mjs)$/.test(path));

describe("the shape of src", () => {
  test("imports run one way", () => {
    const imports = SOURCES.flatMap(importsOf);
    expect(imports.length).toBeGreaterThan(50);
    const against = imports.filter(({ from, to, typeOnly }) => {
      const { values, types = [] } = RULES[partOf(from)] ?? { values: [] };
      return !allows(values, to) && !(typeOnly && allows(types, to));
    });
    expect(against.map(({ from, to, typeOnly }) => `${from} -> ${typeOnly ? "type " : ""}${to}`)).toEqual([]);
  });

  test("the domain knows no binding", () => {
    const bindings =
      /\b(D1Database|D1PreparedStatement|KVNamespace|R2Bucket|R2Object|RateLimit|ExecutionContext)\b/;
    expect(SOURCES.filter((path) => path.startsWith("src/domain/") && bindings.test(read(path)))).toEqual([]);
  });

  test("no file is above 250 lines", () => {
    expect(SOURCES.filter((path) => read(path).split("\n").length > 251)).toEqual([]);
  });

  test("zod is imported as a namespace, which keeps its unused parts out of the bundle", () => {
    expect(SOURCES.filter((path) => /^import (type )?\{[^}]*\} from "zod"/m.test(read(path)))).toEqual([]);
  });
});

test("nothing is left unfinished", () => {
  // Put together here, so that this file does not find itself.
  const markers = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"].join("|")})\\b`);
  const skips = new RegExp(`\\b(test|it|describe)\\.(${["skip", "only", "to" + "do"].join("|")})\\b`);
  const files = ["src", "test", "migrations"].flatMap(filesBelow);
  const text = files.filter((path) => /\.(ts|mjs|sql|json|md)$/.test(path));
  expect(text.length).toBeGreaterThan(50);
  expect(text.filter((path) => markers.test(read(path)) || skips.test(read(path)))).toEqual([]);
});
