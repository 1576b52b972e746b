import { jobActor } from "../../access/actor.ts";
import { addMember } from "../../access/add-member.ts";
import { changeMember } from "../../access/change-member.ts";
import { findMemberships } from "../../access/find-memberships.ts";
import { listMembers, MAX_MEMBERS_PER_PAGE } from "../../access/list-members.ts";
import type { Member } from "../../access/member.ts";
import type { MemberDependencies } from "../../access/member-change.ts";
import { memberStore } from "../../access/member-store.ts";
import { projectStore } from "../../access/project-store.ts";
import { removeMember } from "../../access/remove-member.ts";
import { CommandError, runCommand } from "../command-line/command.ts";
import { everyItem, json, minute, table } from "../command-line/output.ts";
import { withDatabase } from "../database/database.ts";
import { type MemberCommand, parseMemberCommand, USAGE } from "./member-arguments.ts";

const operator = jobActor("npm run members");

/** Executes `npm run members` with these arguments on the database that `open` opens. Gives the text for stdout. */
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
        : `${describe(member)} is no member of ${member.organizationId} any more.\n`;
    }
  }
}

/** The member that the flags name. Throws CommandError where there is none. */
async function named(
  { organization, email }: { organization: string; email: string },
  dependencies: MemberDependencies,
): Promise<Member> {
  const memberships = await findMemberships(email, dependencies);
  const found = memberships.find(({ organizationId }) => organizationId === organization);
  if (!found) throw new CommandError(`${email} is no member of ${organization}.`);
  const { organizationName: _, ...member } = found;
  return member;
}

const describe = ({ email, id }: Member): string => `${email} (${id})`;

const list = (members: readonly Member[]): string =>
  members.length === 0
    ? "No members.\n"
    : table(
        ["ID", "ORGANIZATION", "E-MAIL", "ROLE", "PROJECTS", "ADDED"],
        members.map((member) => [
          member.id,
          member.organizationId,
          member.email,
          member.role,
          member.projects === "all" ? "all" : member.projects.join(", "),
          minute(member.createdAt),
        ]),
      );

if (import.meta.main) await runCommand("members", members);
