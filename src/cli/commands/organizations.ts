import { jobActor } from "../../access/actor.ts";
import { changeQuotas, changeTimeZone } from "../../access/change-organization.ts";
import { getQuotaUse } from "../../access/get-quota-use.ts";
import { listOrganizations } from "../../access/list-organizations.ts";
import { readOrganization } from "../../access/organization.ts";
import { QUOTAS } from "../../quotas/quota.ts";
import { readQuotas } from "../../quotas/quota-check.ts";
import { everyItem, json, minute, table } from "../command-line/output.ts";
import { withDatabase } from "../database/database.ts";
import { type OrganizationCommand, parseOrganizationCommand, USAGE } from "./organization-arguments.ts";

const operator = jobActor("npm run organizations");

/** Executes `npm run organizations` with these arguments on the database that `open` opens. Returns the text for stdout. */
export async function organizations(
  args: string[],
  open: typeof withDatabase = withDatabase,
): Promise<string> {
  const command = parseOrganizationCommand(args);
  return command.command === "help" ? USAGE : open(command.location, (db) => execute(command, db));
}

async function execute(
  command: Exclude<OrganizationCommand, { command: "help" }>,
  db: D1Database,
): Promise<string> {
  if (command.command === "list") {
    const listed = await everyItem(async (after: string | null) => {
      const { organizations: items, next } = await listOrganizations(operator, { after }, { db });
      return { items, next };
    });
    if (command.json) return json({ organizations: listed });
    if (listed.length === 0) return "No organizations.\n";
    const rows = listed.map(({ id, name, createdAt }) => [id, name, minute(createdAt)]);
    return table(["ID", "NAME", "CREATED"], rows);
  }
  const organizationId = command.organization;
  if (command.command === "change") {
    const { quotas, timeZone } = command;
    const now = () => new Date();
    if (timeZone !== null) await changeTimeZone(operator, { organizationId, timeZone }, { db, now });
    if (Object.keys(quotas).length > 0) await changeQuotas(operator, { organizationId, quotas }, { db });
  }
  const organization = await readOrganization(db, organizationId);
  const uses = await getQuotaUse(operator, { organizationId }, { db, now: () => new Date() });
  const allowed = await readQuotas(db, organizationId);
  const quotas = QUOTAS.map((quota) => ({
    quota,
    // The quota of codes applies to each link.
    used: uses.find((use) => use.quota === quota)?.used ?? null,
    allowed: allowed[quota],
  }));
  if (command.json) return json({ ...organization, quotas });
  const rows = quotas.map(({ quota, used, allowed: max }) => [quota, String(used ?? "-"), String(max)]);
  return `Time zone: ${organization.timeZone ?? "UTC"}\n\n${table(["QUOTA", "USED", "ALLOWED"], rows)}`;
}
