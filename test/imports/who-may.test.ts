import { expect, test } from "vitest";
import { addImport } from "../../src/extras/imports/add-import.ts";
import { correctRow, replaceRows } from "../../src/extras/imports/correct-rows.ts";
import { exportCodes, exportProblems, exportResults } from "../../src/extras/imports/export-files.ts";
import {
  deleteImport,
  getImport,
  getImportRow,
  listImportRows,
  startImport,
} from "../../src/extras/imports/manage-imports.ts";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { memberOf } from "../actors.ts";
import { useService } from "../use-service.ts";
import { file, importing, owner, refused, row } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { used, added, statesOf } = await importing(service.env);
const { id: importId } = await added(file(row("Good"), row("")));

/** Each verb that is about one import. */
const VERBS: Record<string, (actor: MemberActor) => Promise<unknown>> = {
  getImport: (actor) => getImport(actor, { importId }, used),
  listImportRows: (actor) => listImportRows(actor, { importId, states: ["good"], after: 0, limit: 9 }, used),
  getImportRow: (actor) => getImportRow(actor, { importId, row: 2 }, used),
  correctRow: (actor) => correctRow(actor, { importId, row: 3, cells: {} }, used),
  replaceRows: (actor) => replaceRows(actor, { importId, content: "row,name\n3,New" }, used),
  exportProblems: (actor) => exportProblems(actor, { importId }, used),
  exportResults: (actor) => exportResults(actor, { importId }, used),
  exportCodes: (actor) => exportCodes(actor, { importId }, used),
  startImport: (actor) => startImport(actor, { importId, doubtful: false }, used),
  deleteImport: (actor) => deleteImport(actor, { importId }, used),
};

test.each(Object.entries(VERBS))("%s requires access to create links and to the import", async (_, verb) => {
  await expect(verb(memberOf("viewer"))).rejects.toThrow(refused("insufficient_scope"));
  const limited: MemberActor = { ...owner, id: "mem_2", role: "editor", projects: ["main"] };
  for (const actor of [limited, memberOf("owner", "globex")])
    await expect(verb(actor)).rejects.toThrow(
      expect.objectContaining({
        code: "not_found",
        message: expect.stringContaining("deleted after 30 days"),
      }),
    );
  expect(await statesOf(importId)).toEqual([
    ["bad", 1],
    ["good", 1],
  ]);
});

test("an import requires the scope to create links and printable origins", async () => {
  const input = {
    fileName: "links.csv",
    content: file(row("A")),
    projectId: "main",
    idempotency: { scope: "s".repeat(64), fingerprint: "f", organizationId: "acme" },
  };
  await expect(addImport(memberOf("viewer"), input, used)).rejects.toThrow(refused("insufficient_scope"));
  const unprintable = { ...used, origins: { ...used.origins, problem: "SHORT_LINK_ORIGIN is not set." } };
  for (const call of [
    addImport(owner, input, unprintable),
    // Also of rows that could not be created anyway.
    addImport(owner, { ...input, content: file(row("")) }, unprintable),
    startImport(owner, { importId, doubtful: false }, unprintable),
  ])
    await expect(call).rejects.toThrow(refused("service_unavailable"));
  expect(await statesOf(importId)).toEqual([
    ["bad", 1],
    ["good", 1],
  ]);
});
