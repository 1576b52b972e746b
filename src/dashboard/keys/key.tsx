import type { ListedApiKey } from "../../access/api-key-rows.ts";
import { getKey } from "../../access/list-keys.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { KeyPage } from "./key-page.tsx";

/** The id of the key that the address names. */
export const keyId = (c: DashboardContext): { id: string } => ({ id: c.req.param("key") ?? "" });

/** That key. Throws `insufficient_scope` and `not_found`. */
export const loadKey = (c: DashboardContext): Promise<ListedApiKey> =>
  getKey(c.var.place.actor, keyId(c), c.var.dependencies);

/** One key. */
export async function showKey(c: DashboardContext): Promise<Response> {
  const now = c.var.dependencies.now().toISOString();
  return pageResponse(<KeyPage place={c.var.place} apiKey={await loadKey(c)} now={now} />);
}
