import { COMMON, type Common, common, id, parse, required } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { PLACE_USAGE } from "../command-line/database-location.ts";

/** What may be set of a domain; null takes it away, undefined leaves it as it is. */
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
      Shows the domains, with those that owners claimed in the dashboard and nobody confirmed yet.
  add HOST --organization ID [settings]
      Gives a domain to an organization. Its host has to reach the Worker too: docs/deploying.md says how.
  confirm HOST --organization ID
      Confirms what an owner claimed. Until then the claim counts for nothing.
  change HOST [--organization ID] settings
      Changes what is said; "none" takes a setting away.
  remove HOST [--organization ID]
      Removes a domain on which no link was made. One that has links stays: they may be printed.
  take-back HOST
      Takes a domain from its organization, whose links then have the default host. Their random URLs keep working, and
      their slugs unless another link on the default host uses or used them.

  Settings:
      --project ID          new links of this project get the domain; another domain of it gets none from now on
      --root-url URL        where https://HOST/ redirects
      --not-found-url URL   where URLs without a link redirect

${PLACE_USAGE}  --json             one line of JSON, for machines (npm's own lines: npm run --silent domains)
`;

/** Reads the arguments after `npm run domains --`. Throws UsageError if they do not follow USAGE. */
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
      if (Object.keys(settings).length === 0) throw new UsageError("Say what to change.");
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
          ? "Say what to do: list, add, confirm, change, remove or take-back."
          : `Unknown command "${command}".`,
      );
  }
}

function hostIn([host, ...more]: readonly string[]): string {
  if (host === undefined) throw new UsageError("Name the host, such as go.example.com.");
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one word too many.`);
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
