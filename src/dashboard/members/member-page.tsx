import type { Member } from "../../access/member.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { ChoiceField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../frame/context.ts";
import type { FormProblems } from "../frame/forms.ts";
import { Screen } from "../frame/layout.tsx";
import { ROLE_OPTIONS } from "./roles.ts";

interface MemberProps {
  place: Place;
  member: Member;
  problems: FormProblems;
}

/** One member: the role, and the way to remove the member. */
export const MemberPage = ({ place, member, problems }: MemberProps) => {
  const path = `${place.base}/members/${member.id}`;
  return (
    <Screen
      place={place}
      here="Members"
      title={member.email}
      heading={<bdi>{member.email}</bdi>}
      actions={
        <LinkButton href={`${path}/remove`} emphasis="danger" command="Remove this member">
          Remove
        </LinkButton>
      }
    >
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
            values={[member.role]}
            options={ROLE_OPTIONS}
            error={problems.fields.get("role")}
          />
          <Actions>
            <Button>Save the role</Button>
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
    <Screen place={place} here="Members" title="Remove a member?">
      <div class="sheet narrow">
        <p>
          <strong>
            <bdi>{member.email}</bdi>
          </strong>{" "}
          will not be able to sign in to this organization any more, and the address is erased.
        </p>
        <p>Links and API keys stay as they are: nothing that was printed stops working.</p>
        <Form action={`${path}/remove`} problem={problems.form}>
          <Actions>
            <Button emphasis="danger">Remove the member</Button>
            <LinkButton href={path}>Keep the member</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
