import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import { BUILD_DIRECTORY } from "../../src/surfaces/cli/wrangler/build.ts";
import { ROOT } from "../cli/run-cli.ts";

/**
 * Writes a copy of wrangler.toml in which somebody else is signed in, and gives its path: `npm start -- --config <path>
 * --persist-to <state>` runs the service for that person on the same data as others. Only one start at a time may use a
 * state. `changes` take the place of other fields; paths in them are absolute.
 */
export function configurationFor(directory: string, email: string, changes: object = {}): string {
  const { rawConfig } = experimental_readRawConfig({ config: join(ROOT, "wrangler.toml") });
  const configuration = {
    ...rawConfig,
    main: join(BUILD_DIRECTORY, "index.js"),
    build: {},
    d1_databases: rawConfig.d1_databases?.map((database: object) => ({
      ...database,
      migrations_dir: join(ROOT, "migrations"),
    })),
    access: { dev: { aud: "local", identity: { email } } },
    ...changes,
  };
  const path = join(directory, `${email}.json`);
  writeFileSync(path, JSON.stringify(configuration));
  return path;
}
