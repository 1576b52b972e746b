import { removeMember } from "../../../features/access/change-member.ts";
import { formPage } from "../components/form-page.tsx";
import { loadMember, memberId } from "./member.tsx";

/** Removes a member after confirmation. */
export const removal = formPage({
  here: "Members",
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
