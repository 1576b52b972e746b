import type { RunningService } from "../service.ts";
import { SCHEDULED, VARIABLES } from "./faults.ts";

/**
 * A service of faults/worker.ts as it is with these variables and secrets: each of its requests names them, which takes
 * the place of a start. Messages of queues are taken with the variables of the service itself.
 */
export function withVariables<Of extends RunningService>(service: Of, variables: Record<string, string>): Of {
  // Nothing that the isolate remembers of an earlier configuration, even of the same one, belongs to this one.
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
      // As with a cron trigger, whoever runs the jobs does not hear whether one failed: the log tells.
      await (await fetch("/health", { headers: { [SCHEDULED]: String(time.getTime()) } })).text();
    },
  };
}
