import { CommandError } from "../command-line/command.ts";
import { runWrangler } from "../wrangler/wrangler.ts";

/**
 * Has wrangler upload the Worker, with its domains, cron and consumers, from a resolved configuration; with `dryRun`, has
 * it only check all of that. Gives the id of the new version. Throws CommandError with all that wrangler says.
 */
export async function uploadWorker(
  configuration: string,
  { env, dryRun, environment }: { env: string | undefined; dryRun: boolean; environment: NodeJS.ProcessEnv },
): Promise<string | null> {
  const { ok, stdout, stderr } = await runWrangler(
    [
      "deploy",
      `--config=${configuration}`,
      // An empty name is wrangler's word for the top level, which it asks for where there are environments.
      `--env=${env ?? ""}`,
      ...(dryRun ? ["--dry-run"] : []),
    ],
    environment,
  );
  if (ok) return /Current Version ID: ([\w-]+)/.exec(stdout)?.[1] ?? null;
  throw new CommandError(
    `${stdout}${stderr}\nThe upload failed: wrangler's words are above. What was created and migrated stays, and the same command goes on from here.`,
  );
}
