import { measureRows } from "./capacity/created-rows.ts";
import { TRAFFIC } from "./capacity/traffic.ts";
import { measureTraffic } from "./capacity/visited-links.ts";

/**
 * Measures the size of rows in a D1 database: `node --no-warnings test/bench/capacity.ts`, or with `--traffic` the size of visits,
 * and with `--traffic busy` of busy links. The rows of a create are copied, with new ids, into an
 * SQLite database with schema.sql; its growth is counted in pages.
 */

if (!process.argv.includes("--traffic")) await measureRows();

const chosen = TRAFFIC.filter(({ name }) => process.argv.includes(name));
for (const traffic of chosen.length > 0 ? chosen : TRAFFIC) measureTraffic(traffic);
