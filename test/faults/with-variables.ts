import type { RunningService } from "../service.ts";
import { SCHEDULED, VARIABLES } from "./faults.ts";

/**
 * A service of faults/worker.ts as it is with these variables and secrets: each of its requests names them, which takes
 * the place of a start. Messages of queues are taken with the variables of the service itself.
 */
export function withVariables<Of extends RunningService>(service: Of, variables: Record<string, string>): Of {
  const fetch: RunningService["fetch"] = (path, init) => {
    const headers = {
      ...Object.fromEntries(new Headers(init?.headers)),
      [VARIABLES]: JSON.stringify(variables),
    };
    return service.fetch(path, { ...init, headers });
  };
  return {
    ...service,
    fetch,
    async scheduled(_, time) {
      const { status } = await fetch("/health", { headers: { [SCHEDULED]: String(time.getTime()) } });
      if (status !== 200) throw new Error(`The cron jobs ended with ${status}`);
    },
  };
}
