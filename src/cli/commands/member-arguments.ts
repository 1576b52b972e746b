import { type Projects, ROLES, type Role } from "../../access/actor.ts";
import type { NewMember } from "../../access/add-member.ts";
import { COMMON, type Common, common, id, oneOf, parse, required } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { PLACE_USAGE } from "../command-line/database-location.ts";
import { projectReach } from "../command-line/project-reach.ts";

/** A parsed command of `npm run members`. */
export type MemberCommand =
  | { command: "help" }
  | ({ command: "add"; request: NewMember } & Common)
  | ({ command: "list"; organization: string | null } & Common)
  | ({
      command: "change";
      organization: string;
      email: string;
      role: Role;
      projects?: Projects | undefined;
    } & Common)
  | ({ command: "remove"; organization: string; email: string } & Common);

/** The help text of `npm run members`. */
export const USAGE = `Usage: npm run members -- COMMAND

  add --organization ID --email ADDRESS --role ${ROLES.join("|")} [--projects all|ID,ID]
      Makes a person a member. The organization is created where it is missing.
  list [--organization ID]
      Shows the members.
  change --organization ID --email ADDRESS --role ${ROLES.join("|")} [--projects all|ID,ID]
      Gives a member another role, or other projects.
  remove --organization ID --email ADDRESS
      Removes a member, and the address with it. Links and keys stay.

An owner may do everything, an editor may write links and codes, a viewer may read, in all
projects or in those that are named; an owner has all. An organization keeps at least one owner. Cloudflare Access has to let the person in, too: see docs/sign-in.md.

${PLACE_USAGE}  --json             one line of JSON, for machines (npm's own lines: npm run --silent members)
`;

const ORGANIZATION = { organization: { type: "string" } } as const;
const PERSON = { ...ORGANIZATION, email: { type: "string" } } as const;
const RIGHTS = { role: { type: "string" }, projects: { type: "string", multiple: true } } as const;

/** Reads the arguments after `npm run members --`. Throws UsageError if they do not follow USAGE. */
export function parseMemberCommand(args: readonly string[]): MemberCommand {
  const [command, ...rest] = args;
  if (command === "help" || args.includes("--help") || args.includes("-h")) return { command: "help" };
  switch (command) {
    case "add": {
      const { values } = parse(rest, { ...COMMON, ...PERSON, ...RIGHTS });
      return { command, request: { ...person(values), ...rights(values) }, ...common(values) };
    }
    case "list": {
      const { values } = parse(rest, { ...COMMON, ...ORGANIZATION });
      const { organization } = values;
      return {
        command,
        organization: organization === undefined ? null : id("--organization", organization),
        ...common(values),
      };
    }
    case "change": {
      const { values } = parse(rest, { ...COMMON, ...PERSON, ...RIGHTS });
      return { command, ...person(values), ...rights(values), ...common(values) };
    }
    case "remove": {
      const { values } = parse(rest, { ...COMMON, ...PERSON });
      return { command, ...person(values), ...common(values) };
    }
    default:
      throw new UsageError(
        command === undefined
          ? "Say what to do: add, list, change or remove."
          : `Unknown command "${command}".`,
      );
  }
}

const person = (values: { organization?: string | undefined; email?: string | undefined }) => ({
  organization: id("--organization", required("--organization", values.organization)),
  email: required("--email", values.email),
});

const rights = (values: { role?: string | undefined; projects?: string[] | undefined }) => ({
  role: oneOf("--role", required("--role", values.role), ROLES),
  projects: values.projects && projectReach(values.projects),
});
