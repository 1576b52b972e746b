import type { Member } from "../../access/member.ts";
import type { Project } from "../../access/project.ts";
import { Copyable } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { reachInWords } from "../components/reach-field.tsx";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";

/** What a member may do from now on. */
export const Rights = ({ member, projects }: { member: Member; projects: readonly Project[] }) => (
  <>
    <bdi>{member.email}</bdi> has the role {member.role} now, and sees{" "}
    <bdi>{reachInWords(member.projects, projects)}</bdi>.
  </>
);

/** What to send to a member who was just added, and what else is needed before they can sign in. */
export function invitationOf(c: DashboardContext, member: Member, projects: readonly Project[]): Markup {
  const { email } = member;
  const { place, origins, dependencies } = c.var;
  const address = `${origins.api}${place.base}`;
  const text = `You can see our short links and their visits at ${address}. Sign in with ${email}.`;
  return (
    <Notice kind="done" focus>
      <p>
        <Rights member={member} projects={projects} /> Nothing was sent: send them this.
      </p>
      <Copyable id="invitation" label="Message" text={text} />
      <p>
        {dependencies.cloudflareAccess === null
          ? "Cloudflare Access is not set up for this dashboard yet, so only whoever runs it can sign in. docs/sign-in.md says how."
          : "Cloudflare Access must let them in, too: whoever runs the service adds the address, or its domain, to the policy of the Access application."}
      </p>
    </Notice>
  );
}
