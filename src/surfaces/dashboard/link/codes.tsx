import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_QR_CODE_SCOPE } from "../../../features/access/scopes.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { Paging, Table } from "../components/table.tsx";
import { QuotaNotice } from "../labels/quota-notice.tsx";
import type { LinkView } from "./link-view.ts";

/** The QR codes of a link. The code at the top of the page comes first. */
export const Codes = ({ workspace, link, path, codes, uses, ownCodes: [shown] }: LinkView) => {
  if (codes === null) return null;
  const { qrCodes, nextCursor } = codes;
  const isShown = ({ identifier }: { identifier: string }) => identifier === shown?.identifier;
  return (
    <section class="section" id="codes">
      <QuotaNotice uses={uses} />
      <div class="section-head">
        <h2>QR codes</h2>
        <Actions>
          {(qrCodes.length > 1 || nextCursor !== null) && (
            <LinkButton href={`${path}/codes`}>Print codes</LinkButton>
          )}
          {hasScope(workspace.actor, CHANGE_QR_CODE_SCOPE) && link.status === "active" && (
            <LinkButton href={`${path}/add-code`} command="Add a code">
              Add a code
            </LinkButton>
          )}
        </Actions>
      </div>
      {qrCodes.length === 0 ? (
        <p class="quiet">This link has no codes.</p>
      ) : (
        <Table
          caption="QR codes of this link"
          columns={["Name", "Printed address", "Created"]}
          rows={qrCodes
            .toSorted((a, b) => Number(isShown(b)) - Number(isShown(a)))
            .map(({ identifier, name, encodedUrl, createdAt }) => [
              <>
                <a href={`${path}/codes/${identifier}`}>
                  <bdi>{name}</bdi>
                </a>{" "}
                {shown && isShown({ identifier }) && (
                  <Badge kind="quiet">{shown.isDefault ? "Shown above" : "Till and phone"}</Badge>
                )}
              </>,
              <small class="checked-url">{encodedUrl}</small>,
              <Time at={createdAt} date />,
            ])}
        />
      )}
      <Paging
        first={null}
        next={nextCursor && `${path}?tab=codes&codes=${encodeURIComponent(nextCursor)}#codes`}
      />
    </section>
  );
};
