import { afterAll, expect } from "vitest";
import type { Env } from "../../src/env.ts";
import { addImport } from "../../src/extras/imports/add-import.ts";
import type { RowState } from "../../src/extras/imports/import.ts";
import { getImport, listImportRows, startImport } from "../../src/extras/imports/manage-imports.ts";
import type { MemberActor } from "../../src/features/access/actor.ts";
import type { ServiceError } from "../../src/ground/core/errors.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { takeStep } from "../runs/steps.ts";

/** Who imports, unless a test says another one. */
export const owner = memberOf("owner");
/** When. */
export const NOW = new Date("2026-11-23T12:00:00.000Z");
export const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

/** A row of a link to a page of one's own, and a file of such rows; row 2 is the first. */
export const HEAD = "name,retailer,intent,customUrl";
export const row = (name: string, url = "https://example.com/"): string => `${name},custom,custom_url,${url}`;
export const file = (...rows: string[]): string => [HEAD, ...rows].join("\n");

export const refused = (code: string) => expect.objectContaining({ code });
/** What the first problem of an error says. */
export const said = (error: unknown) => (error as ServiceError).details?.[0]?.message;

/** The message that continues an import. */
export const messageOf = (runId: string) => ({ kind: "import", organizationId: "acme", runId }) as const;

let forms = 0;

/** The verbs of imports, with the storage of a running service; `owner` becomes a member of `acme`. */
export async function importing(env: Env) {
  const { waitUntil, settled } = gatherWork();
  afterAll(settled);
  const at = (now: Date) => ({
    ...openDependencies(env, waitUntil, () => now),
    origins: { shortLink: "https://go.example", api: "https://api.example", problem: null },
    // Tests run chunks by hand.
    runQueue: { send: async () => {} },
  });
  const used = at(NOW);
  await env.DB.prepare(
    `INSERT INTO members (id, organization_id, email, role, created_at)
     VALUES ('mem_1', 'acme', 'owner@acme.example', 'owner', '2026-11-01T00:00:00.000Z')`,
  ).run();
  return {
    used,
    added: (
      content: string,
      {
        projectId = "main",
        actor = owner,
        form = String(++forms).padEnd(64, "x"),
      }: { projectId?: string; actor?: MemberActor; form?: string } = {},
    ) =>
      addImport(
        actor,
        {
          fileName: "links.csv",
          content,
          projectId,
          idempotency: { scope: form, fingerprint: content, organizationId: "acme" },
        },
        used,
      ),
    /** How many rows are in each state, without those of which there are none. */
    async statesOf(importId: string) {
      const { counts } = await getImport(owner, { importId }, used);
      return Object.entries(counts).filter(([, count]) => count > 0);
    },
    rowsOf: (importId: string, states: RowState[], after = 0, limit = 100) =>
      listImportRows(owner, { importId, states, after, limit }, used),
    start: (importId: string, doubtful = false) => startImport(owner, { importId, doubtful }, used),
    run: (importId: string, now = NOW) => takeStep(messageOf(importId), at(now)),
  };
}
