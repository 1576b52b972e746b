import type { RunningService } from "../service.ts";
import { SCHEDULED, VARIABLES } from "./faults.ts";

/**
 * A service of faults/worker.ts with these variables and secrets: each of its requests names them, instead of
 * a restart. Messages of queues are processed with the variables of the service itself.
 */
export function withVariables<Of extends RunningService>(service: Of, variables: Record<string, string>): Of {
  // Nothing that the isolate cached for an earlier configuration applies to this one.
  const header = { [VARIABLES]: JSON.stringify({ ...variables, CONFIGURATION: crypto.randomUUID() }) };
  const fetch: RunningService["fetch"] = (path, init) =>
    service.fetch(path, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...header },
    });
  return {
    ...service,
    fetch,
    async scheduled(_, time) {
      // As with a cron trigger, the caller does not see whether a job failed: the log does.
      await (await fetch("/health", { headers: { [SCHEDULED]: String(time.getTime()) } })).text();
    },
  };
}
