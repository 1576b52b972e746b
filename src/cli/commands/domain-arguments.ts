import { COMMON, type Common, common, id, parse, required } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { PLACE_USAGE } from "../command-line/database-location.ts";

/** The settings of a domain; null removes a setting, undefined leaves it as it is. */
interface Settings {
  projectId?: string | null;
  rootUrl?: string | null;
  notFoundUrl?: string | null;
}

/** A parsed command of `npm run domains`. */
export type DomainCommand =
  | { command: "help" }
  | ({ command: "list"; organization: string | null } & Common)
  | ({ command: "add"; host: string; organization: string; settings: Settings } & Common)
  | ({ command: "confirm"; host: string; organization: string } & Common)
  | ({ command: "change"; host: string; organization: string | undefined; settings: Settings } & Common)
  | ({ command: "remove"; host: string; organization: string | undefined } & Common)
  | ({ command: "take-back"; host: string } & Common);

const ORGANIZATION = { organization: { type: "string" } } as const;
const SETTINGS = {
  project: { type: "string" },
  "root-url": { type: "string" },
  "not-found-url": { type: "string" },
} as const;

/** The help text of `npm run domains`. */
export const USAGE = `Usage: npm run domains -- COMMAND

  list [--organization ID]
      Lists the domains, including unconfirmed claims from the dashboard.
  add HOST --organization ID [settings]
      Gives a domain to an organization. The host also has to reach the Worker: see docs/deploying.md.
  confirm HOST --organization ID
      Confirms an owner's claim. An unconfirmed claim has no effect.
  change HOST [--organization ID] settings
      Changes the given settings; "none" removes a setting.
  remove HOST [--organization ID]
      Removes a domain without links. A domain with links stays, because the links may be printed.
  take-back HOST
      Takes a domain from its organization. Its links move to the default host: their random URLs keep working, and their
      slugs unless another link on the default host uses or used them.

  Settings:
      --project ID          new links of this project use the domain, instead of its current domain
      --root-url URL        where https://HOST/ redirects
      --not-found-url URL   where URLs without a link redirect

${PLACE_USAGE}  --json             a line of JSON (without npm's own lines: npm run --silent domains)
`;

/** Reads the arguments after `npm run domains --`. Throws UsageError if they are invalid. */
export function parseDomainCommand(args: readonly string[]): DomainCommand {
  const [command, ...rest] = args;
  if (command === "help" || args.includes("--help") || args.includes("-h")) return { command: "help" };
  switch (command) {
    case "list": {
      const { values } = parse(rest, { ...COMMON, ...ORGANIZATION });
      const { organization } = values;
      return {
        command,
        organization: organization === undefined ? null : id("--organization", organization),
        ...common(values),
      };
    }
    case "add": {
      const { values, positionals } = parse(rest, { ...COMMON, ...ORGANIZATION, ...SETTINGS }, true);
      const organization = id("--organization", required("--organization", values.organization));
      return {
        command,
        host: hostIn(positionals),
        organization,
        settings: settingsIn(values),
        ...common(values),
      };
    }
    case "confirm": {
      const { values, positionals } = parse(rest, { ...COMMON, ...ORGANIZATION }, true);
      const organization = id("--organization", required("--organization", values.organization));
      return { command, host: hostIn(positionals), organization, ...common(values) };
    }
    case "change": {
      const { values, positionals } = parse(rest, { ...COMMON, ...ORGANIZATION, ...SETTINGS }, true);
      const settings = settingsIn(values);
      if (Object.keys(settings).length === 0) throw new UsageError("Name the settings to change.");
      const organization = organizationIn(values);
      return { command, host: hostIn(positionals), organization, settings, ...common(values) };
    }
    case "remove": {
      const { values, positionals } = parse(rest, { ...COMMON, ...ORGANIZATION }, true);
      return { command, host: hostIn(positionals), organization: organizationIn(values), ...common(values) };
    }
    case "take-back": {
      const { values, positionals } = parse(rest, COMMON, true);
      return { command, host: hostIn(positionals), ...common(values) };
    }
    default:
      throw new UsageError(
        command === undefined
          ? "Name a command: list, add, confirm, change, remove or take-back."
          : `Unknown command "${command}".`,
      );
  }
}

function hostIn([host, ...more]: readonly string[]): string {
  if (host === undefined) throw new UsageError("Name the host, such as go.example.com.");
  if (more.length > 0) throw new UsageError(`Unexpected argument "${more[0]}".`);
  return host;
}

const organizationIn = ({ organization }: { organization?: string | undefined }): string | undefined =>
  organization === undefined ? undefined : id("--organization", organization);

const settingOf = (text: string): string | null => (text === "none" ? null : text);

const settingsIn = (values: Partial<Record<keyof typeof SETTINGS, string>>): Settings => ({
  ...(values.project !== undefined && { projectId: settingOf(id("--project", values.project)) }),
  ...(values["root-url"] !== undefined && { rootUrl: settingOf(values["root-url"]) }),
  ...(values["not-found-url"] !== undefined && { notFoundUrl: settingOf(values["not-found-url"]) }),
});
