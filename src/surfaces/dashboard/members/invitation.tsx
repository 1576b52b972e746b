import type { Member } from "../../../features/access/member.ts";
import type { Project } from "../../../features/access/project.ts";
import { Copyable } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { reachInWords } from "../components/reach-field.tsx";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";

/** The role and projects of a member. */
export const Rights = ({ member, projects }: { member: Member; projects: readonly Project[] }) => (
  <>
    <bdi>{member.email}</bdi> now has the role {member.role} for{" "}
    <bdi>{reachInWords(member.projects, projects)}</bdi>.
  </>
);

/** A message to send to a new member, and what else is needed before they can sign in. */
export function invitationOf(c: DashboardContext, member: Member, projects: readonly Project[]): Markup {
  const { email } = member;
  const { workspace, origins, dependencies } = c.var;
  const address = `${origins.api}${workspace.base}`;
  const text = `You can see our short links and their visits at ${address}. Sign in with ${email}.`;
  return (
    <Notice kind="done" focus>
      <p>
        <Rights member={member} projects={projects} /> We don't send email: send them this message.
      </p>
      <Copyable id="invitation" label="Message" text={text} />
      <p>
        {dependencies.cloudflareAccess === null
          ? "Cloudflare Access isn't set up for this dashboard yet, so only its operator can sign in. See docs/sign-in.md."
          : "Ask the operator to add this email address or its domain to the policy of the Cloudflare Access application."}
      </p>
    </Notice>
  );
}
