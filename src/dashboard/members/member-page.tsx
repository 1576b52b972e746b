import type { Member } from "../../access/member.ts";
import type { Project } from "../../access/project.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { AskPage } from "../components/ask-page.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { ChoiceField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { ReachField } from "../components/reach-field.tsx";
import type { Markup } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormProblems, FormValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { REACH_HINT, ROLE_OPTIONS } from "./roles.ts";

interface MemberProps {
  place: Place;
  member: Member;
  problems: FormProblems;
}

/** One member: role and projects, and the way to remove the member. `notice` says what was just done. */
export const MemberPage = ({
  place,
  member,
  projects,
  values,
  problems,
  notice,
}: MemberProps & { projects: readonly Project[]; values: FormValues; notice: Markup | null }) => {
  const path = `${place.base}/members/${member.id}`;
  return (
    <Screen
      place={place}
      here="Members"
      title={member.email}
      heading={<bdi>{member.email}</bdi>}
      scripts={["copy", "reach"]}
      actions={
        <LinkButton href={`${path}/remove`} emphasis="danger" command="Remove this member">
          Remove
        </LinkButton>
      }
    >
      {notice}
      <Facts
        facts={[
          ["Added", <Time at={member.createdAt} />],
          ["Id in the activity", <code>{member.id}</code>],
        ]}
      />
      <div class="sheet narrow">
        <Form action={path} problem={problems.form}>
          <ChoiceField
            name="role"
            type="radio"
            label="Role"
            values={[values.text("role")]}
            options={ROLE_OPTIONS}
            error={problems.fields.get("role")}
          />
          <ReachField projects={projects} values={values} problems={problems} hint={REACH_HINT} />
          <Actions>
            <Button>Save</Button>
            <LinkButton href={`${place.base}/members`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

/** Asks before a member is removed, and says what will happen. */
export const RemoveMemberPage = ({ place, member, problems }: MemberProps) => {
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
        will not be able to sign in to this organization any more, and the address is erased.
      </p>
      <p>Links and API keys stay as they are: nothing that was printed stops working.</p>
    </AskPage>
  );
};
