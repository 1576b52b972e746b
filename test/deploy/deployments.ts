import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Surroundings } from "../../src/surfaces/cli/command-line/terminal.ts";
import { deploy } from "../../src/surfaces/cli/commands/deploy.ts";
import { ROOT, temporaryDirectory } from "../cli/run-cli.ts";
import type { Cloudflare } from "./stand-in/cloudflare.ts";

/** A configuration like wrangler.toml in a separate directory, and deployments of it to a stand-in. */
export function openProject(cloudflare: Cloudflare) {
  const directory = temporaryDirectory();
  const config = join(directory.path, "wrangler.toml");
  /** Writes the configuration: wrangler.toml, with these texts replaced by others, and `more` at the end. */
  function configure(changes: readonly (readonly [from: string, to: string])[] = [], more = ""): void {
    const text = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
    const fixed: [string, string][] = [
      ["dist/index.js", `${ROOT}/dist/index.js`],
      ['"migrations"', `"${ROOT}/migrations"`],
      ['API_ORIGIN = ""', `API_ORIGIN = "${cloudflare.origin}"`],
    ];
    const all = [...changes, ...fixed].reduce((sum, [from, to]) => sum.replaceAll(from, to), text);
    writeFileSync(config, `${all}\n${more}`);
  }
  configure();
  return {
    directory: directory.path,
    config,
    configure,
    remove: directory.remove,
    /** Makes the configuration use a copy of the project's migrations. Returns the directory of the copy. */
    useOwnMigrations(): string {
      const own = join(directory.path, "migrations");
      cpSync(join(ROOT, "migrations"), own, { recursive: true });
      configure([['migrations_dir = "migrations"', `migrations_dir = "${own}"`]]);
      return own;
    },
    /** Runs a command in this process; `answer` is the typed input, null without a terminal; `typed` is the response to other questions. */
    async run(command: Command, args: readonly string[], answer: "y" | "n" | null = null, typed = "") {
      const lines: string[] = [];
      const questions: string[] = [];
      const terminal = {
        isInteractive: answer !== null,
        say: (line: string) => void lines.push(line),
        confirm: async (question: string) => {
          questions.push(question);
          return answer === "y";
        },
        ask: async (question: string) => {
          questions.push(question);
          return typed;
        },
      };
      // The Worker was built before the tests, and no pause is needed.
      const around = {
        environment: cloudflare.environment,
        terminal,
        pause: async () => {},
        build: async () => {},
      };
      const failure = await command(["--config", config, ...args], around).then(
        (text) => {
          lines.push(text);
          return null;
        },
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      return { failure, output: lines.join("\n"), questions };
    },
    deploy(args: readonly string[], answer: "y" | "n" | null = null, typed = "") {
      return this.run(deploy, args, answer, typed);
    },
  };
}

type Command = (args: string[], around: Surroundings) => Promise<string>;
