import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import { CommandError } from "../command-line/command.ts";
import type { Deployment } from "../configuration/deployment.ts";
import { runWrangler } from "../wrangler/wrangler.ts";
import type { Found } from "./survey.ts";
import { routePatterns } from "./worker-domains.ts";

const Paths = z.looseObject({
  main: z.string(),
  assets: z.looseObject({ directory: z.string() }).optional(),
});

/**
 * Writes the configuration with the account's ids, beside the local state, and returns its path. Wrangler uploads from it. It
 * can be deleted at any time: the next deployment finds everything again by name.
 */
export async function writeResolved(
  deployment: Deployment,
  accountId: string,
  found: Found,
): Promise<string> {
  const { directory, worker } = deployment;
  const path = join(directory, ".wrangler", "deployed", `${worker}.json`);
  await mkdir(join(directory, ".wrangler", "deployed"), { recursive: true });
  await writeFile(path, `${JSON.stringify(resolved(deployment, accountId, found), null, 2)}\n`);
  return path;
}

function resolved(deployment: Deployment, account_id: string, found: Found): object {
  const { raw, env, directory, bindings } = deployment;
  // The Worker is already built, and the local sign-in is not part of a deployment.
  const { env: environments, build: _, access: __, send_email, ...top } = raw;
  const { main, assets } = Paths.parse(top);
  const base = {
    ...top,
    account_id,
    main: resolve(directory, main),
    ...(assets && { assets: { ...assets, directory: resolve(directory, assets.directory) } }),
  };
  const own = {
    ...bindings,
    // The Worker can't see its routes, but has to report domains without a route.
    // Email Service has to be set up for a domain first.
    ...(deployment.variables.MAIL_FROM?.trim() && { send_email }),
    vars: { ...deployment.variables, DOMAIN_ROUTES: routePatterns(deployment).join(",") || "none" },
    d1_databases: bindings.d1_databases.map((each) => ({
      ...each,
      ...(found.database !== null && { database_id: found.database }),
    })),
    kv_namespaces: bindings.kv_namespaces.map((each) => {
      const id = found.namespaces.get(each.binding);
      return id === undefined ? each : { ...each, id };
    }),
  };
  if (env === undefined) return { ...base, ...own };
  const given = z.record(z.string(), z.looseObject({})).parse(environments)[env];
  const { access: ___, build: ____, ...rest } = given ?? {};
  return { ...base, env: { [env]: { ...rest, ...own } } };
}

/** What an upload needs besides the configuration. */
interface Upload {
  env: string | undefined;
  /** Only checks. */
  dryRun: boolean;
  environment: NodeJS.ProcessEnv;
  /** The secrets to create with the version. Existing secrets stay. */
  newSecrets: Readonly<Record<string, string>>;
}

/**
 * Uploads the Worker with wrangler, with its domains, cron and consumers, from a resolved configuration. Returns the id of the new version. Throws CommandError with wrangler's output.
 */
export async function uploadWorker(
  configuration: string,
  { env, dryRun, environment, newSecrets }: Upload,
): Promise<string | null> {
  const upload = (secretFlags: readonly string[]) => {
    const args = [
      "deploy",
      `--config=${configuration}`,
      // An empty name means the top level. Wrangler requires it if there are environments.
      `--env=${env ?? ""}`,
      ...(dryRun ? ["--dry-run"] : []),
      ...secretFlags,
    ];
    return runWrangler(args, environment);
  };
  const { ok, stdout, stderr } = await withSecretsFile(newSecrets, upload);
  if (ok) return /Current Version ID: ([\w-]+)/.exec(stdout)?.[1] ?? null;
  throw new CommandError(
    `${stdout}${stderr}\nThe upload failed: see wrangler's output above. Created resources and migrations stay. Run the same command again to continue.`,
  );
}

/** Runs `work` with the flags for new secrets, in a file that only this user can read and that exists only meanwhile. */
async function withSecretsFile<T>(
  secrets: Readonly<Record<string, string>>,
  work: (flags: readonly string[]) => Promise<T>,
): Promise<T> {
  if (Object.keys(secrets).length === 0) return work([]);
  const directory = await mkdtemp(join(tmpdir(), "shoppable-links-"));
  try {
    const path = join(directory, "secrets.json");
    await writeFile(path, JSON.stringify(secrets), { mode: 0o600 });
    return await work([`--secrets-file=${path}`]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
