import { DEFAULT_QUOTAS, QUOTA_LABELS, QUOTAS, type Quota } from "../../quotas/quota.ts";
import type { QuotaChanges } from "../../quotas/quota-check.ts";
import { COMMON, type Common, common, id, parse, required } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { PLACE_USAGE } from "../command-line/database-location.ts";

/** A parsed command of `npm run organizations`. */
export type OrganizationCommand =
  | { command: "help" }
  | ({ command: "list" } & Common)
  | ({ command: "show"; organization: string } & Common)
  | ({ command: "change"; organization: string; quotas: QuotaChanges; timeZone: string | null } & Common);

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
export const USAGE = `Usage: npm run organizations -- COMMAND

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

/** Reads the arguments after `npm run organizations --`. Throws UsageError if they are invalid. */
export function parseOrganizationCommand(args: readonly string[]): OrganizationCommand {
  const [command, ...rest] = args;
  if (command === "help" || args.includes("--help") || args.includes("-h")) return { command: "help" };
  switch (command) {
    case "list": {
      const { values } = parse(rest, COMMON);
      return { command, ...common(values) };
    }
    case "show": {
      const { values } = parse(rest, { ...COMMON, ...ORGANIZATION });
      return { command, ...named(values), ...common(values) };
    }
    case "change": {
      const { values } = parse(rest, { ...COMMON, ...ORGANIZATION, ...TIME_ZONE, ...QUOTA_FLAGS });
      const quotas = quotasIn(values);
      const timeZone = values["time-zone"] ?? null;
      if (Object.keys(quotas).length === 0 && timeZone === null)
        throw new UsageError("Name the settings to change.");
      return { command, ...named(values), quotas, timeZone, ...common(values) };
    }
    default:
      throw new UsageError(
        command === undefined ? "Name a command: list, show or change." : `Unknown command "${command}".`,
      );
  }
}

const named = ({ organization }: { organization?: string | undefined }) => ({
  organization: id("--organization", required("--organization", organization)),
});

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
