import { measureRows } from "./capacity/created-rows.ts";
import { TRAFFIC } from "./capacity/traffic.ts";
import { measureTraffic } from "./capacity/visited-links.ts";

/**
 * Measures what rows take of a D1 database: `node --no-warnings test/bench/capacity.ts`, or with `--traffic` what visits take
 * alone, and with `--traffic busy` those of busy links. The rows that a create writes are copied, with ids of their own, into an
 * SQLite database with schema.sql; what it grows by is counted in pages.
 */

if (!process.argv.includes("--traffic")) await measureRows();

const chosen = TRAFFIC.filter(({ name }) => process.argv.includes(name));
for (const traffic of chosen.length > 0 ? chosen : TRAFFIC) measureTraffic(traffic);
