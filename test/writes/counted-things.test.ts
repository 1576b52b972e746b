import { beforeEach, expect, test } from "vitest";
import { addImport } from "../../src/extras/imports/add-import.ts";
import { correctRow } from "../../src/extras/imports/correct-rows.ts";
import { deleteImport } from "../../src/extras/imports/manage-imports.ts";
import { deleteOldRuns } from "../../src/extras/runs/continue-runs.ts";
import { addMember, removeMember } from "../../src/features/access/manage-members.ts";
import { shareReport } from "../../src/features/visits/share-report.ts";
import { idempotencyRequest, madeBy } from "../../src/features/writes/claim.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { setQuotas } from "./quotas.ts";

/** Members, shared reports and imports count for the bytes of their organization, and are refused where there is no room. */
const service = await useService();
const { DB } = service.env;

let number = 0;
/** A new organization for each test. */
let organization: string;
beforeEach(async () => {
  organization = `counted-${++number}`;
  await service.issueKey({ organization });
});

const owner = () => memberOf("owner", organization);
const dependencies = () => ({
  ...dependenciesOf(service.env),
  origins: { shortLink: "https://go.example", api: "https://go.example", problem: null },
});
const read = async (sql: string) => Number(await DB.prepare(sql).bind(organization).first("n"));
const stored = () => read("SELECT stored_bytes AS n FROM organization_usage WHERE organization_id = ?1");
/** What the records of changes take, which stay. */
const records = () =>
  read("SELECT sum(300 + octet_length(changes)) AS n FROM activity WHERE organization_id = ?1");
const full = { code: "quota_exceeded", details: [{ field: "storedBytes" }] };

const add = (email: string) => addMember(owner(), { organization, email, role: "editor" }, dependencies());
const share = () => {
  const view = { interval: "day", period: { days: 30 }, filter: {} } as const;
  return shareReport(
    owner(),
    { name: "For the agency", note: "", view, expiresAt: null, idempotency: null },
    dependencies(),
  );
};
let uploads = 0;
const upload = async (rows = 3) => {
  const lines = Array.from(
    { length: rows },
    (_, row) => `Link ${row},custom,custom_url,https://example.com/${row}`,
  );
  const content = ["name,retailer,intent,customUrl", ...lines].join("\n");
  const idempotency = await idempotencyRequest(
    organization,
    "POST",
    "/import",
    `upload-${++uploads}`,
    content,
  );
  return addImport(
    owner(),
    { fileName: "links.csv", content, projectId: "main", idempotency },
    dependencies(),
  );
};

test("above the quota, no member, report or import is added", async () => {
  await setQuotas(DB, organization, { storedBytes: 0 });
  const before = await stored();
  await expect(add("ada@example.com")).rejects.toMatchObject(full);
  await expect(share()).rejects.toMatchObject(full);
  await expect(upload()).rejects.toMatchObject(full);
  expect(await stored()).toBe(before);
  for (const table of ["members", "shared_reports", "runs"])
    expect([table, await read(`SELECT count(*) AS n FROM ${table} WHERE organization_id = ?1`)]).toEqual([
      table,
      0,
    ]);
  expect(await read("SELECT count(*) AS n FROM import_rows WHERE ?1 <> ''")).toBe(0);
  // The operator raises the quota.
  const request = { organization, email: "ada@example.com", role: "owner" } as const;
  expect((await addMember(OPERATOR, request, dependencies())).already).toBe(false);
});

test("a member counts until it is removed, its activity forever", async () => {
  const others = (await stored()) - (await records());
  const { member } = await add("ada@example.com");
  expect((await stored()) - (await records()) - others).toBeGreaterThan("ada@example.com".length);
  expect((await add("ADA@example.com")).already).toBe(true);
  await removeMember(owner(), { id: member.id }, dependencies());
  expect((await stored()) - (await records())).toBe(others);
});

test("a shared report counts with its view", async () => {
  const others = (await stored()) - (await records());
  expect(madeBy(await share()).name).toBe("For the agency");
  expect((await stored()) - (await records()) - others).toBeGreaterThan(500);
});

test("an import counts with its rows until it is deleted, by a person or after its time", async () => {
  const before = await stored();
  const small = await upload(3);
  const three = (await stored()) - before;
  const large = await upload(300);
  const threeHundred = (await stored()) - before - three;
  expect(three).toBeGreaterThan(3 * 100);
  expect(threeHundred / three).toBeGreaterThan(90);
  // A row is corrected however full it is.
  await setQuotas(DB, organization, { storedBytes: 0 });
  const cells = {
    name: "Corrected",
    retailer: "custom",
    intent: "custom_url",
    customUrl: "https://example.com/right",
  };
  const corrected = await correctRow(owner(), { importId: small.id, row: 2, cells }, dependencies());
  expect(corrected.state).toBe("good");
  await deleteImport(owner(), { importId: small.id }, dependencies());
  expect((await stored()) - before).toBe(threeHundred);
  await deleteImport(owner(), { importId: small.id }, dependencies()).catch(() => {});
  const later = new Date(Date.parse(large.createdAt) + 31 * 24 * 3_600_000);
  await deleteOldRuns({ ...dependencies(), due: later }, {});
  expect(await stored()).toBe(before);
});

test("a repeated file counts once, and is returned at any usage", async () => {
  const content = "name,retailer,intent,customUrl\nLink,custom,custom_url,https://example.com/";
  const idempotency = await idempotencyRequest(organization, "POST", "/import", "the-same", content);
  const send = () =>
    addImport(owner(), { fileName: "links.csv", content, projectId: "main", idempotency }, dependencies());
  const { id } = await send();
  const after = await stored();
  await setQuotas(DB, organization, { storedBytes: 0 });
  expect((await send()).id).toBe(id);
  expect(await stored()).toBe(after);
});
