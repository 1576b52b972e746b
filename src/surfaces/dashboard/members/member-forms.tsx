import { ROLES, type Role } from "../../../features/access/actor.ts";
import { getMember } from "../../../features/access/list-members.ts";
import { changeMember, removeMember } from "../../../features/access/manage-members.ts";
import type { Member } from "../../../features/access/member.ts";
import type { Project } from "../../../features/access/project.ts";
import { mailerOf } from "../../../features/sign-in/address-mailer.ts";
import { ADDRESS_MINUTES } from "../../../features/sign-in/one-time-address.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Copyable, Facts, Time } from "../components/facts.tsx";
import { ChoiceField, type Option } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { Notice } from "../components/notice.tsx";
import { REACH_FIELDS, ReachField, reachIn, reachInWords, reachValues } from "../components/reach-field.tsx";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { oneText, queryReader, textFor } from "../layout/forms.ts";
import { namedProjects, openProjects } from "../layout/open-projects.ts";
import { invite } from "./invitation.tsx";

/** The role and projects of a member. */
const Rights = ({ member, projects }: { member: Member; projects: readonly Project[] }) => (
  <>
    <bdi>{member.email}</bdi> now has the role {member.role} for{" "}
    <bdi>{reachInWords(member.projects, projects)}</bdi>.
  </>
);

/** A message to send to a new member, and what else they need before Cloudflare Access lets them in. */
const AccessNotice = ({
  member,
  projects,
  address,
}: {
  member: Member;
  projects: readonly Project[];
  /** The URL of the organization's dashboard. */
  address: string;
}) => (
  <Notice kind="done" focus>
    <p>
      <Rights member={member} projects={projects} /> Send them this message.
    </p>
    <Copyable
      id="invitation"
      label="Message"
      text={`You can see our short links and their visits at ${address}. Sign in with ${member.email}.`}
    />
    <p>
      Ask the operator to add this email address or its domain to the policy of the Cloudflare Access
      application.
    </p>
  </Notice>
);

/** What each role can do. */
const MEANINGS: Readonly<Record<Role, string>> = {
  owner: "Can do everything, including API keys, projects and members.",
  editor: "Can create and change links and codes, and see visits.",
  viewer: "Can see links, codes and visits.",
};

/** A role in a list or form. */
export const roleLabel = (role: Role): string => role.charAt(0).toUpperCase() + role.slice(1);

/** The roles as options of a form. */
export const ROLE_OPTIONS: readonly Option[] = ROLES.map((role) => ({
  value: role,
  label: roleLabel(role),
  hint: MEANINGS[role],
}));

/** The hint of the choice of all projects. */
export const REACH_HINT = "Including future projects. Owners always have all projects.";

/** The fields of a member's rights. */
export const RIGHTS = { role: textFor<Role>(), ...REACH_FIELDS };

/** The member id of a request's path. */
export const memberId = (c: DashboardContext): { id: string } => ({ id: c.req.param("member") ?? "" });

/** That member. Throws `insufficient_scope` and `not_found`. */
const loadMember = (c: DashboardContext): Promise<Member> =>
  getMember(c.var.workspace.actor, memberId(c), c.var.dependencies);

/** Changes the role and projects of a member. */
export const oneMember = formPage({
  tab: "Members",
  scripts: ["copy", "reach"],
  fields: RIGHTS,
  async load(c) {
    const { workspace, dependencies } = c.var;
    const [member, open] = await Promise.all([loadMember(c), openProjects(workspace, dependencies)]);
    // The member's projects can stay selected even if they are archived.
    const own = await namedProjects(workspace, [member], dependencies);
    const others = own.filter(({ id }) => !open.some((project) => project.id === id));
    return { member, projects: [...open, ...others] };
  },
  title: ({ member }) => member.email,
  heading: ({ member }) => <bdi>{member.email}</bdi>,
  initial: ({ member }) => [["role", member.role], ...reachValues(member.projects)],
  actions: ({ member }, c) => (
    <Actions>
      {c.var.dependencies.cloudflareAccess === null && (
        <LinkButton
          href={`${c.var.workspace.base}/members/${member.id}/sign-in`}
          command="Make a one-time address for this member"
        >
          One-time address
        </LinkButton>
      )}
      <LinkButton
        href={`${c.var.workspace.base}/members/${member.id}/remove`}
        emphasis="danger"
        command="Remove this member"
      >
        Remove
      </LinkButton>
    </Actions>
  ),
  before: ({ member, projects }, c) => (
    <>
      {noticeOf(c, member, projects)}
      <Facts
        facts={[
          ["Added", <Time at={member.createdAt} />],
          ["Id", <code>{member.id}</code>],
        ]}
      />
    </>
  ),
  content: ({ field, values, problems }, { projects }) => (
    <>
      <ChoiceField
        {...field("role")}
        type="radio"
        label="Role"
        values={[values.text("role")]}
        options={ROLE_OPTIONS}
      />
      <ReachField projects={projects} values={values} problems={problems} hint={REACH_HINT} />
    </>
  ),
  button: "Save",
  back: "/members",
  async save(c, rights) {
    const input = { ...memberId(c), role: rights.role, projects: reachIn(rights) };
    const { id } = await changeMember(c.var.workspace.actor, input, c.var.dependencies);
    return `/members/${id}?done=changed`;
  },
});

const doneQuery = queryReader({ done: oneText });

function noticeOf(c: DashboardContext, member: Member, projects: readonly Project[]): Markup | null {
  const { done } = doneQuery(c);
  switch (done) {
    case "added":
      return (
        <AccessNotice
          member={member}
          projects={projects}
          address={`${c.var.dependencies.origins.api}${c.var.workspace.base}`}
        />
      );
    case "changed":
      return (
        <Notice kind="done" focus>
          <Rights member={member} projects={projects} />
        </Notice>
      );
    case "mailed":
      return (
        <Notice kind="done" focus>
          We mailed <bdi>{member.email}</bdi> an address that signs them in once.
        </Notice>
      );
    case "not-mailed":
      return (
        <Notice kind="problem" focus>
          The mail to <bdi>{member.email}</bdi> was not accepted. Check the address, and try again.
        </Notice>
      );
    default:
      return null;
  }
}

/** Gives a member a one-time address: a new member, or one who lost their passkey. */
export const memberSignIn = formPage({
  tab: "Members",
  title: "Make a one-time address?",
  load: loadMember,
  intro: ({ email }, c) => (
    <p>
      It signs{" "}
      <strong>
        <bdi>{email}</bdi>
      </strong>{" "}
      in once, within {ADDRESS_MINUTES} minutes.{" "}
      {mailerOf(c.var.dependencies) === null
        ? "You see it once and send it to them. It opens this organization only."
        : "We mail it to them."}
    </p>
  ),
  button: "Make the address",
  back: ({ id }) => `/members/${id}`,
  save: async (c) => invite(c, await loadMember(c), "changed"),
});

/** Removes a member after confirmation. */
export const removal = formPage({
  tab: "Members",
  title: "Remove a member?",
  load: loadMember,
  intro: ({ email }) => (
    <>
      <p>
        <strong>
          <bdi>{email}</bdi>
        </strong>{" "}
        can no longer sign in to this organization. Their email address is erased.
      </p>
      <p>Their links and API keys keep working.</p>
    </>
  ),
  button: "Remove the member",
  emphasis: "danger",
  back: ({ id }) => `/members/${id}`,
  backLabel: "Keep the member",
  async save(c) {
    await removeMember(c.var.workspace.actor, memberId(c), c.var.dependencies);
    return "/members?done=removed";
  },
});
