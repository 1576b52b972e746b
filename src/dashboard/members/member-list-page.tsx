import type { MemberPage } from "../../access/list-members.ts";
import { LinkButton } from "../components/actions.tsx";
import { Done } from "../components/done.tsx";
import { Time } from "../components/facts.tsx";
import { Paging, Table } from "../components/table.tsx";
import type { Place } from "../frame/context.ts";
import { Screen } from "../frame/layout.tsx";

const MESSAGES = {
  added: "The member was added. They can sign in now, with this address.",
  already: "This person was a member with this role already.",
  changed: "The role was changed. It holds from the member's next request on.",
  removed: "The member was removed and cannot sign in to this organization any more.",
};

/** The list of members. */
export const MemberListPage = ({
  place,
  page,
  after,
  done,
}: {
  place: Place;
  page: MemberPage;
  after: string | null;
  done: string | undefined;
}) => {
  const path = `${place.base}/members`;
  return (
    <Screen
      place={place}
      here="Members"
      title="Members"
      actions={
        <LinkButton href={`${path}/new`} emphasis="primary" command="Add a member" shortcut="c">
          Add a member
        </LinkButton>
      }
    >
      <Done done={done} messages={MESSAGES} />
      <Table
        caption="Members of the organization"
        columns={[{ label: "E-mail" }, { label: "Role" }, { label: "Added" }]}
        rows={page.members.map(({ id, email, role, createdAt }) => [
          <a href={`${path}/${id}`}>
            <bdi>{email}</bdi>
          </a>,
          <>
            {role}
            {id === place.actor.id && <span class="quiet"> · you</span>}
          </>,
          <Time at={createdAt} date />,
        ])}
      />
      <Paging
        first={after === null ? null : path}
        next={page.next === null ? null : `${path}?after=${encodeURIComponent(page.next)}`}
      />
    </Screen>
  );
};
