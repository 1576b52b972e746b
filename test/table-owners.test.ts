import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** The folder of src whose statements write a table. */
const OWNERS: Record<string, string> = {
  organizations: "access",
  projects: "access",
  api_keys: "access",
  members: "access",
  sessions: "sign-in",
  one_time_addresses: "sign-in",
  passkeys: "sign-in",
  passkey_challenges: "sign-in",
  organization_usage: "writes",
  links: "links",
  link_addresses: "addresses",
  domains: "addresses",
  unknown_paths: "visits",
  link_tags: "links",
  utm_templates: "links",
  link_offers: "links",
  qr_codes: "qr-codes",
  idempotency_claims: "writes",
  activity: "writes",
  activity_values: "writes",
  mail_recipients: "mail",
  mails: "mail",
  webhooks: "webhooks",
  webhook_deliveries: "webhooks",
  link_changes: "short-links",
  delivery_app_retailers: "delivery-app",
  delivery_app_retailer_postal_codes: "delivery-app",
  delivery_app_postal_codes: "delivery-app",
  delivery_app_routes: "delivery-app",
  delivery_app_pages: "delivery-app",
  availability_checks: "availability",
  availability_enrollment: "availability",
  catalog_calls: "availability",
  catalog_products: "availability",
  visit_senders: "visits",
  visitor_keys: "visits",
  visit_days: "visits",
  visit_hours: "visits",
  visit_months: "visits",
  visit_sheet_periods: "visits",
  visit_sheets: "visits",
  visit_sheet_links: "visits",
  visit_archives: "visits",
  visit_archive_blocks: "visits",
  visit_archive_checks: "visits",
  alert_settings: "alerts",
  shared_reports: "visits",
  report_schedules: "reports",
  day_notes: "visits",
  sales_reports: "sales",
  sales: "sales",
  destination_checks: "health",
  runs: "runs",
  import_rows: "imports",
  import_columns: "imports",
  backups: "cli",
};

/** Files with statements on other folders' tables, each with its reason. */
const EXEMPT = [
  // Deletes a made-up project of the demo with everything in it. The service itself deletes no project and no link.
  "surfaces/cli/demo/remove-season.ts",
  // Write rows as they were read from the tables: into a database of their own to check them, and back.
  "surfaces/cli/archive/load-archive.ts",
  "surfaces/cli/archive/moved-months.ts",
  "surfaces/cli/archive/rebuild-rows.ts",
  "surfaces/cli/archive/write-archive.ts",
];

/** The records of migrations: wrangler's own, which our commands share, and ours. Both are not in schema.sql. */
const MIGRATIONS = ["d1_migrations", "migration_texts"];

/** The statements that change rows of links: all others use these. */
const LINK_STATEMENTS = ["features/links/change-statements.ts", "features/links/create-store.ts"];

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Each writing statement in src: its file, and its table, or the template expression for it. */
const WRITES = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !EXEMPT.includes(file))
  .flatMap((file) =>
    Array.from(
      read(`src/${file}`).matchAll(
        /\b(?:INSERT(?:\s+OR\s+[A-Z]+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+[A-Z]+)?|DELETE\s+FROM)\s+([a-z0-9_]+|\$\{[^}]*\})/g,
      ),
      ([, table = ""]) => ({ file, table }),
    ),
  )
  .filter(({ table }) => !MIGRATIONS.includes(table));

describe("a table has one owner", () => {
  test("each table of the schema is named here", () => {
    const tables = Array.from(read("schema.sql").matchAll(/^CREATE TABLE (\w+)/gm), ([, name]) => name);
    expect(Object.keys(OWNERS).sort(), "say in OWNERS which folder of src writes it").toEqual(tables.sort());
  });

  test("each table is described in docs/storage.md", () => {
    const documented = read("docs/storage.md");
    const missing = Object.keys(OWNERS).filter((table) => !documented.includes(`| \`${table}\` |`));
    // The tables of visits are described together.
    expect(missing.filter((table) => OWNERS[table] !== "visits")).toEqual([]);
  });

  test("no other folder has a statement that writes it", () => {
    const foreign = WRITES.filter(({ file, table }) => OWNERS[table] !== file.split("/")[1]);
    expect(foreign).toEqual([]);
    // So the expression above finds the statements of every owner.
    expect([...new Set(WRITES.map(({ table }) => table))].sort()).toEqual(Object.keys(OWNERS).sort());
  });

  test("one builder of statements changes a link's row, and another creates it", () => {
    const files = WRITES.filter(({ table }) => table === "links").map(({ file }) => file);
    expect([...new Set(files)].sort()).toEqual(LINK_STATEMENTS);
  });
});
