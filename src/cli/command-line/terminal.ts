import { createInterface } from "node:readline/promises";
import { pause } from "../../platform/deadlines.ts";
import { BUILD_DIRECTORY, buildWorker } from "../wrangler/build.ts";
import { CommandError } from "./command.ts";

/** How a command that takes a while talks with whoever runs it. */
export interface Terminal {
  /** Whether somebody can answer. */
  isInteractive: boolean;
  /** Writes one line. */
  say(line: string): void;
  /** Whether the answer to the question is yes. */
  confirm(question: string): Promise<boolean>;
}

/** Asks whether to go on. Throws CommandError, which says that nothing was changed, where that is not answered with yes. */
export async function requireYes({ isInteractive, confirm }: Terminal): Promise<void> {
  if (!isInteractive) {
    throw new CommandError(
      "Nothing was changed. Nobody can be asked here: to go on without a question, add --yes.",
    );
  }
  if (!(await confirm("Go on?"))) throw new CommandError("Nothing was changed.");
}

/** What a command that changes a deployment runs in. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  terminal: Terminal;
  pause: (milliseconds: number) => Promise<void>;
  /** Builds the Worker where the configuration has it. */
  build: () => Promise<unknown>;
}

/** Those of this process. */
export const surroundings = (): Surroundings => ({
  environment: process.env,
  terminal,
  pause,
  build: () => buildWorker(BUILD_DIRECTORY),
});

/** The terminal of this process; lines go to stdout. */
export const terminal: Terminal = {
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  say: (line) => void process.stdout.write(`${line}\n`),
  async confirm(question) {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  },
};
