import type { Member } from "../../../features/access/member.ts";
import { removeMember } from "../../../features/access/remove-member.ts";
import { AskPage } from "../components/ask-page.tsx";
import { seeOther } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems } from "../layout/forms.ts";
import { loadMember, memberId } from "./member.tsx";

/** Removes a member after confirmation. */
export const removal: FormScreen<Member> = {
  load: loadMember,
  page: (c, member, _, problems) => (
    <RemoveMemberPage place={c.var.place} member={member} problems={problems} />
  ),
  async save(c) {
    const { place, dependencies } = c.var;
    await removeMember(place.actor, memberId(c), dependencies);
    return seeOther(`${place.base}/members?done=removed`);
  },
};

/** Asks for confirmation and explains the consequences. */
export const RemoveMemberPage = ({
  place,
  member,
  problems,
}: {
  place: Place;
  member: Member;
  problems: FormProblems;
}) => {
  const path = `${place.base}/members/${member.id}`;
  return (
    <AskPage
      place={place}
      here="Members"
      title="Remove a member?"
      action={`${path}/remove`}
      problem={problems.form}
      button="Remove the member"
      back={{ href: path, label: "Keep the member" }}
    >
      <p>
        <strong>
          <bdi>{member.email}</bdi>
        </strong>{" "}
        can no longer sign in to this organization. Their e-mail address is erased.
      </p>
      <p>Their links and API keys keep working.</p>
    </AskPage>
  );
};
