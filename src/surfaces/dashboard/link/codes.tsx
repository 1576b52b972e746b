import { hasScope } from "../../../features/access/actor.ts";
import type { Link } from "../../../features/links/link.ts";
import { CHANGE_QR_CODE_SCOPE } from "../../../features/qr-codes/change-qr-code.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { Paging, Table } from "../components/table.tsx";
import type { Workspace } from "../layout/context.ts";

/** The QR codes of a link. */
export const Codes = ({
  workspace,
  link,
  codes,
  printed,
}: {
  workspace: Workspace;
  link: Link;
  codes: { qrCodes: readonly QrCode[]; nextCursor: string | null };
  /** The code for print, which is shown first. */
  printed: QrCode | undefined;
}) => {
  const path = `${workspace.base}/links/${link.id}`;
  const writes = hasScope(workspace.actor, CHANGE_QR_CODE_SCOPE);
  const { qrCodes, nextCursor } = codes;
  const isPrinted = (identifier: string) => identifier === printed?.identifier;
  const sorted = [...qrCodes].sort(
    (a, b) => Number(isPrinted(b.identifier)) - Number(isPrinted(a.identifier)),
  );
  return (
    <section class="section" id="codes">
      <div class="section-head">
        <h2>Codes</h2>
        <Actions>
          {(qrCodes.length > 1 || nextCursor !== null) && (
            <LinkButton href={`${path}/codes`}>Print codes</LinkButton>
          )}
          {writes && link.status === "active" && (
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
          columns={["Name", "Identifier", "Printed address", "Created"]}
          rows={sorted.map(({ identifier, name, encodedUrl, createdAt }) => [
            <>
              <a href={`${path}/codes/${identifier}`}>
                <bdi>{name}</bdi>
              </a>{" "}
              {printed && isPrinted(identifier) && (
                <Badge kind="quiet">{printed.isDefault ? "First" : "Till and phone"}</Badge>
              )}
            </>,
            <code>{identifier}</code>,
            <small class="checked-url">{encodedUrl}</small>,
            <Time at={createdAt} date />,
          ])}
        />
      )}
      <Paging first={null} next={nextCursor && `${path}?codes=${encodeURIComponent(nextCursor)}#codes`} />
    </section>
  );
};
