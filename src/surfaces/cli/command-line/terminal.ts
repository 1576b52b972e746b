import { createInterface } from "node:readline/promises";
import { pause } from "../../../ground/platform/deadlines.ts";
import { BUILD_DIRECTORY, buildWorker } from "../wrangler/build.ts";
import { CommandError } from "./command.ts";

/** How a long command communicates with its user. */
export interface Terminal {
  /** Whether a user can respond. */
  isInteractive: boolean;
  /** Writes one line. */
  say(line: string): void;
  confirm(question: string): Promise<boolean>;
  /** What the user types after the question. */
  ask(question: string): Promise<string>;
}

/** Asks for confirmation. Throws CommandError, which says that nothing changed, without it. */
export async function requireYes({ isInteractive, confirm }: Terminal): Promise<void> {
  if (!isInteractive) {
    throw new CommandError("Nothing changed: no terminal to confirm in. Use --yes.");
  }
  if (!(await confirm("Continue?"))) throw new CommandError("Nothing changed.");
}

/** The environment of a command that changes a deployment. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  terminal: Terminal;
  pause: (milliseconds: number) => Promise<void>;
  /** Builds the Worker at the path in the configuration. */
  build: () => Promise<unknown>;
}

export const surroundings = (): Surroundings => ({
  environment: process.env,
  terminal,
  pause,
  build: () => buildWorker(BUILD_DIRECTORY),
});

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question(`${question} `)).trim();
  } finally {
    lines.close();
  }
}

/** The terminal of this process; lines go to stdout. */
export const terminal: Terminal = {
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  say: (line) => void process.stdout.write(`${line}\n`),
  confirm: async (question) => /^y(es)?$/i.test(await ask(`${question} [y/N]`)),
  ask,
};
