import type { Child } from "hono/jsx";
import type { DashboardContext } from "../layout/context.ts";
import { runningEdits } from "./running-edits.tsx";

/** The notices of extras above the list of links. */
export const LIST_NOTICES: Readonly<Record<string, (c: DashboardContext) => Promise<Child>>> = {
  bulkEdits: runningEdits,
};
