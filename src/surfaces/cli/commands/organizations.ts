import { jobActor } from "../../../features/access/actor.ts";
import { getQuotaUse } from "../../../features/access/get-quota-use.ts";
import { changeQuotas, changeTimeZone } from "../../../features/access/manage-organizations.ts";
import { listOrganizations, readOrganization } from "../../../features/access/organization.ts";
import {
  DEFAULT_QUOTAS,
  QUOTA_LABELS,
  QUOTAS,
  type Quota,
  type QuotaChanges,
  readQuotas,
} from "../../../features/writes/quota-check.ts";
import { id, required } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { PLACE_USAGE } from "../command-line/database-location.ts";
import { everyItem, minute, table } from "../command-line/output.ts";
import { databaseCommand, subcommand } from "./database-command.ts";

/** The flag of a quota, such as --links-per-day. */
const flagOf = (quota: Quota): string => quota.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const TIME_ZONE = { "time-zone": { type: "string" } } as const;
const ORGANIZATION = { organization: { type: "string" } } as const;
const QUOTA_FLAGS = Object.fromEntries(QUOTAS.map((quota) => [flagOf(quota), { type: "string" as const }]));

const QUOTA_USAGE = QUOTAS.map(
  (quota) =>
    `      --${`${flagOf(quota)} N`.padEnd(20)}${QUOTA_LABELS[quota]} (default ${DEFAULT_QUOTAS[quota]})\n`,
).join("");

/** The help text of `npm run organizations`. */
const USAGE = `Usage: npm run organizations -- COMMAND

  list
      Lists the organizations.
  show --organization ID
      Shows the time zone of an organization and its use of quotas.
  change --organization ID [--time-zone ZONE] [quotas]
      Sets the time zone in which visits are counted from now on, such as America/New_York, and quotas, which apply from
      the next write on. "default" instead of a number restores the default.
${QUOTA_USAGE}
${PLACE_USAGE}  --json             a line of JSON (without npm's own lines: npm run --silent organizations)
`;

const operator = jobActor("npm run organizations");
const now = () => new Date();

/** The command `npm run organizations`. */
export const organizations = databaseCommand(USAGE, {
  list: subcommand({}, () => async (db) => {
    const listed = await everyItem(async (after: string | null) => {
      const { organizations: items, next } = await listOrganizations(operator, { after }, { db });
      return { items, next };
    });
    const rows = listed.map(({ id: name, name: title, createdAt }) => [name, title, minute(createdAt)]);
    const text = rows.length === 0 ? "No organizations.\n" : table(["ID", "NAME", "CREATED"], rows);
    return { data: { organizations: listed }, text };
  }),
  show: subcommand(ORGANIZATION, (values) => {
    const organizationId = named(values);
    return (db) => show(db, organizationId);
  }),
  change: subcommand({ ...ORGANIZATION, ...TIME_ZONE, ...QUOTA_FLAGS }, (values) => {
    const [organizationId, quotas, timeZone] = [named(values), quotasIn(values), values["time-zone"]];
    const changesQuotas = Object.keys(quotas).length > 0;
    if (!changesQuotas && timeZone === undefined) throw new UsageError("Name the settings to change.");
    return async (db) => {
      if (timeZone !== undefined) await changeTimeZone(operator, { organizationId, timeZone }, { db, now });
      if (changesQuotas) await changeQuotas(operator, { organizationId, quotas }, { db });
      return show(db, organizationId);
    };
  }),
});

/** The time zone of an organization, and its use of quotas. */
async function show(db: D1Database, organizationId: string) {
  const organization = await readOrganization(db, organizationId);
  const uses = await getQuotaUse(operator, { organizationId }, { db, now });
  const allowed = await readQuotas(db, organizationId);
  const quotas = QUOTAS.map((quota) => ({
    quota,
    // The quota of codes applies to each link.
    used: uses.find((use) => use.quota === quota)?.used ?? null,
    allowed: allowed[quota],
  }));
  const rows = quotas.map(({ quota, used, allowed: max }) => [quota, String(used ?? "-"), String(max)]);
  return {
    data: { ...organization, quotas },
    text: `Time zone: ${organization.timeZone ?? "UTC"}\n\n${table(["QUOTA", "USED", "ALLOWED"], rows)}`,
  };
}

const named = ({ organization }: { organization?: string | undefined }): string =>
  id("--organization", required("--organization", organization));

function quotasIn(values: Record<string, string | boolean | undefined>): QuotaChanges {
  const given = QUOTAS.flatMap((quota): [Quota, number | null][] => {
    const text = values[flagOf(quota)];
    return typeof text === "string" ? [[quota, amountIn(`--${flagOf(quota)}`, text)]] : [];
  });
  return Object.fromEntries(given);
}

function amountIn(flag: string, text: string): number | null {
  if (text === "default") return null;
  if (!/^\d{1,13}$/.test(text)) throw new UsageError(`${flag} must be a number or "default".`);
  return Number(text);
}
