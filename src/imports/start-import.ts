import type { MemberActor } from "../access/actor.ts";
import { ServiceError } from "../core/errors.ts";
import { type Origins, requirePrintable } from "../core/origins.ts";
import { requireImport } from "./access.ts";
import type { ImportStore } from "./import-store.ts";

/**
 * Has the links of all good rows created from now on, as this member. A repeat changes nothing. Throws
 * `insufficient_scope`, `not_found` and `service_unavailable`.
 */
export async function startImport(
  actor: MemberActor,
  { importId }: { importId: string },
  { imports, origins, now }: { imports: ImportStore; origins: Origins; now: () => Date },
): Promise<void> {
  const found = await requireImport(actor, importId, { imports });
  requirePrintable(origins);
  const { shortLink, api } = origins;
  await imports.start({ ...found, memberId: actor.id, origins: { shortLink, api } }, now());
}

/**
 * Deletes an import and its rows; the links that it made stay. Throws `insufficient_scope`, `not_found`,
 * `service_unavailable`, and `precondition_failed` while it runs.
 */
export async function deleteImport(
  actor: MemberActor,
  { importId }: { importId: string },
  { imports }: { imports: ImportStore },
): Promise<void> {
  const { state } = await requireImport(actor, importId, { imports });
  if (state === "running") {
    throw new ServiceError("precondition_failed", "The import is running. Wait until it is done.");
  }
  await imports.remove(importId);
}
