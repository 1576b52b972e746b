import { jobActor, type Projects, ROLES, type Role } from "../../access/actor.ts";
import { addMember, type NewMember } from "../../access/add-member.ts";
import { changeMember } from "../../access/change-member.ts";
import { findMemberships } from "../../access/find-memberships.ts";
import { listMembers, MAX_MEMBERS_PER_PAGE } from "../../access/list-members.ts";
import type { Member } from "../../access/member.ts";
import type { MemberDependencies } from "../../access/member-change.ts";
import { memberStore } from "../../access/member-store.ts";
import { projectStore } from "../../access/project-store.ts";
import { removeMember } from "../../access/remove-member.ts";
import {
  COMMON,
  type Common,
  common,
  id,
  oneOf,
  parse,
  projectReach,
  required,
} from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";
import { PLACE_USAGE } from "../command-line/database-location.ts";
import { everyItem, json, minute, table } from "../command-line/output.ts";
import { withDatabase } from "../database/database.ts";

/** A parsed command of `npm run members`. */
type MemberCommand =
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
const USAGE = `Usage: npm run members -- COMMAND

  add --organization ID --email ADDRESS --role ${ROLES.join("|")} [--projects all|ID,ID]
      Makes a person a member. Creates the organization if it is missing.
  list [--organization ID]
      Lists the members.
  change --organization ID --email ADDRESS --role ${ROLES.join("|")} [--projects all|ID,ID]
      Gives a member another role, or other projects.
  remove --organization ID --email ADDRESS
      Removes a member and the stored email address. Links and keys stay.

An owner may do everything, an editor may write links and codes, a viewer may read: in all projects, or
in the named projects. Owners have all projects. An organization keeps at least one owner. Cloudflare
Access also has to let the person in: see docs/sign-in.md.

${PLACE_USAGE}  --json             a line of JSON (without npm's own lines: npm run --silent members)
`;

const ORGANIZATION = { organization: { type: "string" } } as const;
const PERSON = { ...ORGANIZATION, email: { type: "string" } } as const;
const RIGHTS = { role: { type: "string" }, projects: { type: "string", multiple: true } } as const;

/** Reads the arguments after `npm run members --`. Throws UsageError if they are invalid. */
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
          ? "Name a command: add, list, change or remove."
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

const operator = jobActor("npm run members");

/** Executes `npm run members` with these arguments on the database that `open` opens. Returns the text for stdout. */
export async function members(args: string[], open: typeof withDatabase = withDatabase): Promise<string> {
  const command = parseMemberCommand(args);
  if (command.command === "help") return USAGE;
  return open(command.location, (db) =>
    execute(command, { members: memberStore(db), projects: projectStore(db), now: () => new Date() }),
  );
}

async function execute(
  command: Exclude<MemberCommand, { command: "help" }>,
  dependencies: MemberDependencies,
): Promise<string> {
  switch (command.command) {
    case "add": {
      const { member, already } = await addMember(operator, command.request, dependencies);
      if (command.json) return json({ ...member, alreadyMember: already });
      return `${describe(member)} is ${already ? "already " : ""}${member.role} of ${member.organizationId}.\n`;
    }
    case "list": {
      const { organization } = command;
      const members = await everyItem(async (after: string | null) => {
        const query = { organization, limit: MAX_MEMBERS_PER_PAGE, after };
        const { members: items, next } = await listMembers(operator, query, dependencies);
        return { items, next };
      });
      return command.json ? json({ members }) : list(members);
    }
    case "change": {
      const { id } = await named(command, dependencies);
      const { role, projects } = command;
      const member = await changeMember(operator, { id, role, projects }, dependencies);
      return command.json
        ? json(member)
        : `${describe(member)} is ${member.role} of ${member.organizationId}.\n`;
    }
    case "remove": {
      const member = await removeMember(operator, await named(command, dependencies), dependencies);
      return command.json
        ? json(member)
        : `${describe(member)} is no longer a member of ${member.organizationId}.\n`;
    }
  }
}

/** The member that the flags name. Throws CommandError if there is no such member. */
async function named(
  { organization, email }: { organization: string; email: string },
  dependencies: MemberDependencies,
): Promise<Member> {
  const memberships = await findMemberships(email, dependencies);
  const found = memberships.find(({ organizationId }) => organizationId === organization);
  if (!found) throw new CommandError(`${email} is not a member of ${organization}.`);
  const { organizationName: _, ...member } = found;
  return member;
}

const describe = ({ email, id }: Member): string => `${email} (${id})`;

const list = (members: readonly Member[]): string =>
  members.length === 0
    ? "No members.\n"
    : table(
        ["ID", "ORGANIZATION", "EMAIL", "ROLE", "PROJECTS", "ADDED"],
        members.map((member) => [
          member.id,
          member.organizationId,
          member.email,
          member.role,
          member.projects === "all" ? "all" : member.projects.join(", "),
          minute(member.createdAt),
        ]),
      );
