import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
  /** A path below src, or a package. */
  to: string;
  typeOnly: boolean;
  /** Loaded on demand, by `import()`. */
  dynamic: boolean;
}

/** What a source file imports or re-exports, types included. */
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
      dynamic: dynamic !== undefined,
    };
  });
}

/**
 * The folders of src from top to bottom, floor by floor. Each may import those below it, types included; those of one row
 * don't know each other. Two folders can't form a circle then.
 */
const FLOORS: readonly (readonly string[])[] = [
  ["entry"],
  ["surfaces/api", "surfaces/cli", "surfaces/dashboard"],
  ["surfaces/pages"],
  ["surfaces/http"],
  ["given"],
  ["extras/imports"],
  ["extras/alerts", "extras/bulk-edits", "extras/exports", "extras/reports"],
  ["extras/health", "extras/sales", "extras/webhooks"],
  ["extras/events", "extras/files", "extras/mail", "extras/runs"],
  ["features/availability", "features/delivery-app"],
  ["features/links"],
  ["features/brands", "features/qr-codes", "features/retailers", "features/visits"],
  ["features/addresses"],
  ["features/sign-in"],
  ["features/access"],
  ["features/short-links", "features/writes"],
  ["ground/drawing"],
  ["ground/platform"],
  ["ground/core"],
];

/** The files beside the entries that say what surfaces are given: bindings and settings. */
const GIVEN = ["env.ts", "settings.ts"];

/**
 * The same within the dashboard. A folder that is not named here is a screen, and "." is what mounts the screens.
 * Screens don't know each other.
 */
const DASHBOARD_FLOORS: readonly (readonly string[])[] = [
  ["."],
  ["(screens)"],
  ["panels"],
  ["visit-report"],
  ["labels"],
  ["charts"],
  ["sign-in"],
  ["components"],
  ["layout"],
  ["scripts", "style"],
];

/** The packages of each folder; entry files and commands may use any. Types are free. */
const PACKAGES: Record<string, string[]> = {
  "surfaces/api": [
    "hono",
    "hono/factory",
    "hono/jsx",
    "@hono/zod-validator",
    "@modelcontextprotocol/server",
    "zod",
  ],
  "surfaces/dashboard": [
    "hono",
    "hono/cookie",
    "hono/factory",
    "hono/html",
    "hono/jsx",
    "hono/jsx/jsx-runtime",
    "@cloudflare/workers-oauth-provider",
    "jose",
    "zod",
  ],
  "surfaces/pages": ["hono", "hono/html"],
  "surfaces/http": ["hono", "hono/route", "@cloudflare/workers-oauth-provider"],
  "features/access": ["zod"],
  "features/sign-in": ["zod", "@passwordless-id/webauthn"],
  "features/addresses": ["zod"],
  "extras/alerts": ["zod"],
  "features/availability": ["zod"],
  "features/delivery-app": ["zod"],
  "features/brands": ["zod"],
  "extras/events": ["zod"],
  "extras/mail": ["zod", "hono/html"],
  "extras/webhooks": ["zod"],
  "extras/exports": ["zod"],
  "extras/imports": ["zod"],
  "features/links": ["zod"],
  "features/retailers": ["zod"],
  "features/qr-codes": ["zod", "qrcode-svg"],
  "features/visits": ["zod"],
  "ground/platform": ["isbot"],
  "ground/core": ["zod", "zod/v4/core"],
};

const folderOf = (file: string): string =>
  /^[^/]+\/[^/]+(?=\/)/.exec(file)?.[0] ?? (GIVEN.includes(file) ? "given" : "entry");
const floorOf = (folder: string): number => FLOORS.findIndex((floor) => floor.includes(folder));

const isInDashboard = (file: string): boolean => file.startsWith("surfaces/dashboard/");

/** The folder of a file of the dashboard, and the number of its floor. */
function roomOf(file: string): { folder: string; floor: number } {
  const [, , folder = "", ...rest] = file.split("/");
  const room = rest.length === 0 ? "." : folder;
  const named = DASHBOARD_FLOORS.findIndex((floor) => floor.includes(room));
  return { folder: room, floor: named < 0 ? 1 : named };
}

const SOURCES = filesBelow("src").filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith(".d.ts"));
const IMPORTS = SOURCES.flatMap(importsOf);
const isOurs = ({ to }: Import): boolean => /\.(tsx?|mjs|css|js)$/.test(to);

describe("the shape of src", () => {
  test("every folder has a floor", () => {
    expect(SOURCES.map((path) => folderOf(path.slice(4))).filter((folder) => floorOf(folder) < 0)).toEqual(
      [],
    );
  });

  test("CONTRIBUTING.md has at most 10,000 bytes", () => {
    expect(Buffer.byteLength(read("CONTRIBUTING.md"))).toBeLessThanOrEqual(10_000);
  });

  test("CONTRIBUTING.md describes every folder, and only existing folders, from top to bottom", () => {
    const folders = [...new Set(SOURCES.map((path) => folderOf(path.slice(4))))].filter((name) =>
      name.includes("/"),
    );
    let floor = "";
    const rows = [...read("CONTRIBUTING.md").matchAll(/^( {2}| {4})([a-z0-9-]+)\/ +\S/gm)].flatMap(
      ([, indent = "", name = ""]) => {
        if (indent.length === 4) return [`${floor}/${name}`];
        floor = name;
        return [];
      },
    );
    expect([...rows].sort()).toEqual(folders.sort());
    const floors = rows.map(floorOf);
    expect(floors).toEqual([...floors].sort((one, other) => one - other));
  });

  test("imports point down, types included", () => {
    const against = IMPORTS.filter(isOurs).filter(({ from, to }) => {
      const [upper, lower] = [folderOf(from), folderOf(to)];
      return upper !== lower && floorOf(upper) >= floorOf(lower);
    });
    expect(IMPORTS.length).toBeGreaterThan(300);
    expect(against.map(({ from, to, typeOnly }) => `${from} -> ${typeOnly ? "type " : ""}${to}`)).toEqual([]);
  });

  test("within the dashboard too, and no screen knows another", () => {
    const within = IMPORTS.filter(({ from, to }) => isInDashboard(from) && isInDashboard(to));
    const against = within.filter(({ from, to }) => {
      const [upper, lower] = [roomOf(from), roomOf(to)];
      return upper.folder !== lower.folder && upper.floor >= lower.floor;
    });
    expect(within.length).toBeGreaterThan(300);
    expect(against.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
    const above = SOURCES.map((path) => path.slice(4)).filter(
      (file) => isInDashboard(file) && roomOf(file).folder === ".",
    );
    expect(above).toEqual(["surfaces/dashboard/dashboard.tsx", "surfaces/dashboard/front-door.tsx"]);
  });

  test("packages are imported where they belong", () => {
    const against = IMPORTS.filter(({ from, to, typeOnly }) => {
      const folder = folderOf(from);
      const allowed =
        folder === "entry" || folder === "surfaces/cli" || typeOnly || PACKAGES[folder]?.includes(to);
      return !/\.(tsx?|css|js|json|svg|png|woff2|md)$/.test(to) && !allowed;
    });
    expect(against.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test("what an isolate starts with stays light: short links, and no package", () => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const each of IMPORTS.filter(
        ({ from, typeOnly, dynamic }) => from === file && !typeOnly && !dynamic,
      )) {
        if (isOurs(each)) visit(each.to);
        else packages.add(each.to);
      }
    };
    visit("index.ts");
    expect(seen.size).toBeGreaterThan(10);
    expect([...new Set([...seen].map(folderOf))].sort()).toEqual([
      "entry",
      "features/short-links",
      "ground/core",
      "ground/platform",
    ]);
    expect([...seen].filter((file) => folderOf(file) === "entry")).toEqual(["index.ts"]);
    expect([...packages]).toEqual([]);
  });

  test("surfaces alone know HTTP: verbs take no request and give no response", () => {
    const below = FLOORS.flat().filter((folder) => /^(extras|features)\//.test(folder));
    // The redirect is its own surface; catalogs, the delivery app and DNS resolvers are asked over HTTP, and webhooks sent to.
    const exempt =
      /^src\/(features\/(short-links\/|availability\/catalogs\/|delivery-app\/delivery-app-client\.ts|addresses\/txt-record\.ts)|extras\/webhooks\/send\.ts)/;
    const http = /\b(Request|Response|Headers|status: [1-5]\d\d|If-Match|ifMatch|Retry-After)\b(?!')/;
    const names = SOURCES.filter((path) => below.includes(folderOf(path.slice(4))) && !exempt.test(path));
    const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    expect(names.filter((path) => http.test(withoutComments(read(path))))).toEqual([]);
  });

  test("access/ alone compares roles: screens ask it what to show", () => {
    const compares = SOURCES.filter((path) => /\brole\b\s*[!=]==|\broles\.includes/.test(read(path)));
    expect(compares.filter((path) => !path.startsWith("src/features/access/"))).toEqual([]);
  });

  test("actors are made by the functions of access/actor.ts", () => {
    const byHand = /\btype: "job"|\btype: "member",[^;{}]*\brole\b|\btype: "api_key",[^;{}]*\bscopes\b/;
    expect(SOURCES.filter((path) => byHand.test(read(path)))).toEqual(["src/features/access/actor.ts"]);
  });

  test("bodies of requests are read in one place, which counts them", () => {
    const reads = /\breq(?:uest)?\.(?:arrayBuffer|blob|formData|json|parseBody|text)\(/;
    expect(SOURCES.filter((path) => reads.test(read(path)))).toEqual(["src/ground/platform/request-body.ts"]);
  });

  test("what happened is logged by the one log function", () => {
    // The samples of the documents are other people's programs.
    const ours = SOURCES.filter((path) => !path.startsWith("src/surfaces/api/docs/"));
    const consoles = ours.filter((path) => /\bconsole\./.test(read(path)));
    expect(consoles).toEqual(["src/ground/platform/log.ts"]);
  });

  test("no file is above 250 lines", () => {
    expect(SOURCES.filter((path) => read(path).split("\n").length > 251)).toEqual([]);
  });

  test("a file under 60 lines with one importer in its folder is folded in, if it fits, is not loaded on demand, and is not of an extra", () => {
    const linesOf = (path: string): number => read(path).split("\n").length - 1;
    const importsOf = (path: string): string[] =>
      IMPORTS.filter(({ from }) => `src/${from}` === path).map(({ to }) => to);
    const isExtra = (path: string): boolean => path.startsWith("extras/");
    const small = SOURCES.filter((path) => linesOf(path) < 60);
    const foldable = small.filter((path) => {
      const uses = IMPORTS.filter(({ to }) => to === path.slice("src/".length));
      const users = [...new Set(uses.map(({ from }) => `src/${from}`))];
      const [user] = users;
      if (user === undefined || users.length > 1 || dirname(user) !== dirname(path)) return false;
      // A surface's own file of an extra is deleted with it.
      const isOfExtra = importsOf(path).some((each) => importsOf(`src/${each}`).concat(each).some(isExtra));
      const isOnDemand = uses.some(({ dynamic }) => dynamic);
      return !isOfExtra && !isOnDemand && linesOf(path) + linesOf(user) <= 250;
    });
    expect(foldable).toEqual([]);
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
  const text = files.filter((path) => /\.(tsx?|mjs|sql|json|md)$/.test(path));
  expect(text.length).toBeGreaterThan(50);
  expect(text.filter((path) => markers.test(read(path)) || skips.test(read(path)))).toEqual([]);
});
