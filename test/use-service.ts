import { test } from "vitest";
import { experimental_readRawConfig } from "wrangler";
import { newKey, signInOf, startTeam, type Team, type TeamKey } from "./dashboard/team.ts";
import { type DatabaseRows, restoreRows, rowsIn } from "./database-rows.ts";
import {
  type KeyOptions,
  ROOT,
  type RunningService,
  type Service,
  type ServiceOptions,
  startService,
} from "./service.ts";

/** A running service that the test files of a worker use one after the other. */
export interface SharedService extends RunningService {
  /** The organization of this file, for which `issueKey` issues keys unless a test names another organization. It exists after the first. */
  organization: string;
}

interface Running {
  service: Service;
  storage: DatabaseRows;
}

/**
 * Runtimes by what they were started with, the one that was asked for last at the end. The files of a worker share this module
 * (`isolate` in vitest.config.ts).
 */
const running = new Map<string, Promise<Running>>();
/** A runtime takes 130 MB, and starting one as long as a hundred requests. Kinds of services that were not used recently are closed; few files need them again. */
const MAX_RUNNING = 3;
const closers: (() => Promise<void>)[] = [];
let files = 0;

/** Vitest tears a fixture of this scope down when the worker has run its last file. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which other fixtures this one takes.
const worker = test.extend("closers", { scope: "worker" }, ({}, { onCleanup }) => {
  onCleanup(async () => {
    await closeAllBut(0);
    for (const close of closers.splice(0).reverse()) await close();
  });
  return closers;
});

/** Calls `close` when the worker has run its last file: for resources that files share. */
export function atEndOfWorker(close: () => Promise<void>): void {
  closers.push(close);
}

/** A team of Cloudflare Access, and the key with which it signs. */
export interface SignIn {
  team: Team;
  key: TeamKey;
}

let signIn: Promise<SignIn> | undefined;

/** The team that signs people in to the shared services of this worker. */
export function sharedSignIn(): Promise<SignIn> {
  signIn ??= startSignIn().then((own) => {
    atEndOfWorker(() => own.team.close());
    return own;
  });
  return signIn;
}

export async function startSignIn(): Promise<SignIn> {
  const key = await newKey("current");
  return { team: await startTeam(key), key };
}

/**
 * Gives a test file a running service with empty storage and an organization of its own. Files of a worker that ask for
 * the same options share one runtime, which is closed after the last of them, or once files have asked for many others; a
 * file asks once for each. What the isolate remembers, such as the links of redirects, outlives a file: tests of that start
 * a service of their own (`startService`), and so do tests of limits, as nobody reaches those of a shared service.
 * `organization` is for files that name theirs in many places. People sign in with `sharedSignIn`, but behind Miniflare, which
 * knows a local identity.
 */
export async function useService(
  options: ServiceOptions = {},
  organization = `org-${++files}`,
): Promise<SharedService> {
  // Vitest sets a fixture up, and later tears it down, only if a test or a hook uses it.
  worker.beforeAll(({ closers }) => void closers);
  const all = options.behindMiniflare ? options : signInOf((await sharedSignIn()).team, options);
  const kind = JSON.stringify(all);
  const start = running.get(kind) ?? startShared(all);
  running.delete(kind);
  running.set(kind, start);
  await closeAllBut(MAX_RUNNING);
  const { service, storage } = await start;
  await Promise.all([restoreRows(service.env.DB, storage), service.emptyKvAndR2()]);
  const seen = service.logs().length;
  return {
    ...service,
    organization,
    issueKey: (keyOptions?: KeyOptions) => service.issueKey({ organization, ...keyOptions }),
    logs: () => service.logs().slice(seen),
  };
}

/** Closes the least recently used runtimes, until so many are left. */
async function closeAllBut(most: number): Promise<void> {
  for (const [kind, start] of [...running].slice(0, Math.max(0, running.size - most))) {
    running.delete(kind);
    // A runtime that did not start failed its file then.
    const started = await start.catch(() => null);
    await started?.service.close();
  }
}
async function startShared({ config, ...options }: ServiceOptions): Promise<Running> {
  const service = await startService({ ...options, config: { ratelimits: roomyLimits(), ...config } });
  return { service, storage: await rowsIn(service.env.DB) };
}

/** The rate limits of wrangler.toml, which all files of a worker together do not reach. */
function roomyLimits(): object[] {
  const { rawConfig } = experimental_readRawConfig({ config: `${ROOT}wrangler.toml` });
  return (rawConfig.ratelimits ?? []).map((limit: { simple: object }) => ({
    ...limit,
    simple: { ...limit.simple, limit: 1_000_000 },
  }));
}
