import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { IS_DEEP } from "./seeds.ts";

const ROOT = join(import.meta.dirname, "..");

/** The files of each extra outside its folder: screens, operations, and what it shows on screens of features. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  alerts: ["surfaces/dashboard/panels/alerts-panel.tsx", "surfaces/dashboard/webhooks/notify.tsx"],
  "bulk-edits": [
    ...[
      "actions.ts",
      "edit-screen.tsx",
      "edit-page.tsx",
      "outcome.tsx",
      "plan-page.tsx",
      "progress.tsx",
      "words.tsx",
    ].map((name) => `surfaces/dashboard/links/bulk-${name}`),
    "surfaces/dashboard/panels/running-edits.tsx",
  ],
  events: ["surfaces/api/event-operations.ts", "surfaces/api/docs/guides/changes.md"],
  exports: ["surfaces/api/export-operations.ts", "surfaces/dashboard/exports/"],
  health: ["surfaces/api/link-health.ts", "surfaces/dashboard/panels/health.tsx"],
  imports: ["surfaces/dashboard/imports/", "surfaces/dashboard/links/export.ts"],
  mail: ["surfaces/dashboard/labels/mail-labels.tsx", "surfaces/pages/mail-pages.ts"],
  reports: ["surfaces/dashboard/shared-reports/"],
  sales: ["surfaces/api/sales-", "surfaces/dashboard/sales/", "surfaces/dashboard/panels/sales-"],
  runs: ["surfaces/dashboard/components/run-progress.tsx"],
  webhooks: [
    ...["webhook-", "delivery-operations.ts", "examples/webhook-", "openapi/webhook-messages.ts"],
    "docs/guides/webhooks.md",
  ]
    .map((name) => `surfaces/api/${name}`)
    .concat("surfaces/dashboard/webhooks/", "surfaces/dashboard/panels/webhooks-panel.ts"),
};

/** The files with tables, which lose the rows of a deleted extra. A row is a line, or an element of two spaces. */
const TABLES: Readonly<Record<string, "line" | "element">> = {
  "app.ts": "line",
  "background.ts": "element",
  "dashboard-app.ts": "line",
  "run-steps.ts": "element",
  "scheduled.ts": "line",
  "settings.ts": "line",
  "wiring.ts": "line",
  "surfaces/api/docs/detailed-guides.ts": "line",
  "surfaces/api/docs/guide-parts.ts": "element",
  "surfaces/api/docs/guides.ts": "line",
  "surfaces/api/link-read-operations.ts": "line",
  "surfaces/api/mcp/tools.ts": "element",
  "surfaces/api/openapi/openapi-document.ts": "line",
  "surfaces/api/operations.ts": "line",
  "surfaces/dashboard/dashboard.tsx": "line",
  "surfaces/dashboard/links/links.tsx": "line",
  "surfaces/dashboard/panels/attention.ts": "line",
  "surfaces/dashboard/panels/link-panels.ts": "line",
  "surfaces/dashboard/panels/list-notices.ts": "line",
  "surfaces/dashboard/panels/visit-parts.ts": "line",
};

/** The sources of the service: all but the commands and the scripts of browsers. */
const SOURCES = new Map(
  readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/^surfaces\/cli\/|\/scripts\//.test(file))
    .map((file) => [file, readFileSync(join(ROOT, "src", file), "utf8")]),
);

const IMPORT = /^(?:import|export)\s[^"';]*?\sfrom\s+"([^"]+)";\n/gm;
const targetOf = (file: string, specifier: string): string => join(file, "..", specifier);

/** Whether a file belongs to one of these extras. */
const isOf = (extras: readonly string[], file: string): boolean =>
  extras.some((extra) => [`extras/${extra}/`, ...(OWN[extra] ?? [])].some((own) => file.startsWith(own)));

const EXTRAS = readdirSync(join(ROOT, "src/extras"));

/** An extra with all that build on it, or whose screens do. */
function withBuilders(extra: string): string[] {
  const found = [extra];
  for (const each of found)
    for (const [file, text] of SOURCES) {
      const builder = EXTRAS.find((other) => other !== each && isOf([other], file));
      if (builder === undefined || found.includes(builder)) continue;
      const targets = Array.from(text.matchAll(IMPORT), ([, to = ""]) => targetOf(file, to));
      if (targets.some((target) => target.startsWith(`extras/${each}/`))) found.push(builder);
    }
  return found;
}

/** The sources without these extras. */
function without(extras: readonly string[]): Map<string, string> {
  const left = new Map<string, string>();
  for (const [file, text] of SOURCES) {
    if (isOf(extras, file)) continue;
    const names: string[] = [];
    const kept = text.replace(IMPORT, (statement, to: string) => {
      if (!isOf(extras, targetOf(file, to))) return statement;
      const [, list = ""] = /\{([^}]*)\}/.exec(statement) ?? [];
      const [, whole] = /^import (\w+) from/.exec(statement) ?? [];
      if (whole !== undefined) names.push(whole);
      names.push(...list.split(",").flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? []));
      return "";
    });
    left.set(file, names.length === 0 ? text : withoutRows(kept, names, TABLES[file]));
  }
  return left;
}

function withoutRows(text: string, names: readonly string[], rows: "line" | "element" | undefined): string {
  // A file without tables keeps its lines: it does not compile, and the first test names it.
  if (rows === undefined) return text;
  const mentions = new RegExp(`\\b(?:${names.join("|")})\\b`);
  const parts = rows === "line" ? text.split(/(?<=\n)/) : text.split(/(?<=\n)(?=(?: {2})?\S)(?! {2}[)\]}])/);
  return parts.filter((part) => !mentions.test(part)).join("");
}

const copy = mkdtempSync(join(tmpdir(), "without-extras-"));
afterAll(() => rmSync(copy, { recursive: true }));

/** What the compiler says of the service without these extras. */
function compile(extras: readonly string[]): string {
  const folder = join(copy, extras.join("+"));
  cpSync(join(ROOT, "src"), join(folder, "src"), {
    recursive: true,
    filter: (path) => !/\/surfaces\/cli$|\/scripts$/.test(path),
  });
  for (const file of SOURCES.keys()) rmSync(join(folder, "src", file));
  for (const [file, text] of without(extras)) writeFileSync(join(folder, "src", file), text);
  for (const name of ["CHANGELOG.md", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, name), join(folder, name));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  // Imports that only the rows needed are for Biome.
  const unused = ["--noUnusedLocals", "false", "--noUnusedParameters", "false"];
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  return spawnSync(tsc, ["--incremental", "false", ...unused], { cwd: folder, encoding: "utf8" }).stdout;
}

describe("an extra can leave with its screens, operations and rows", () => {
  test.each(EXTRAS)("nothing but tables imports %s", (extra) => {
    const extras = withBuilders(extra);
    const importers = [...SOURCES].flatMap(([file, text]) => {
      if (isOf(extras, file) || file in TABLES) return [];
      const targets = Array.from(text.matchAll(IMPORT), ([, to = ""]) => targetOf(file, to));
      return targets.filter((target) => isOf(extras, target)).map((target) => `${file} -> ${target}`);
    });
    expect(importers).toEqual([]);
  });

  // `npm test` takes all away at once; before a release, each is taken away alone.
  const each = EXTRAS.map((extra) => [extra, withBuilders(extra)] as const);
  const removed = [["any extra", EXTRAS] as const, ...(IS_DEEP ? each : [])];
  test.each(removed)("the service compiles without %s", { tags: "all" }, (_, extras) => {
    expect(compile(extras)).toBe("");
  });
});
