import type { Link } from "../../../features/links/link.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { qrCodeId } from "../../../ground/core/ids.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Empty, Paging, Table } from "../components/table.tsx";
import type { Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";

/** Asks which codes of a link to print. All codes of the page are selected at first. */
export const ChooseCodesPage = ({
  workspace,
  link,
  codes: { qrCodes, nextCursor },
  cursor,
}: {
  workspace: Workspace;
  link: Link;
  codes: { qrCodes: readonly QrCode[]; nextCursor: string | null };
  cursor: string | undefined;
}) => {
  const linkPath = `${workspace.base}/links/${link.id}`;
  const path = `${linkPath}/codes`;
  return (
    <Screen workspace={workspace} tab="Links" title="Print codes" scripts={["choose"]}>
      <p>
        Codes of{" "}
        <a href={linkPath}>
          <bdi>{link.name}</bdi>
        </a>
        .
      </p>
      {qrCodes.length === 0 ? (
        <Empty title="No codes" action={<LinkButton href={linkPath}>Back to the link</LinkButton>}>
          This link has no codes yet.
        </Empty>
      ) : (
        <form method="get" action={`${workspace.base}/codes/sheet`} class="form">
          <fieldset class="bulk" aria-describedby="code-hint">
            <legend>Selected codes</legend>
            <label class="choose-all" hidden>
              <input type="checkbox" data-choose-all="code" />
              <span>All on this page</span>
            </label>
            <p class="hint" id="code-hint" data-chosen="" role="status">
              Select the codes to print.
            </p>
            <Actions>
              <Button>Print</Button>
              <LinkButton href={`${linkPath}#codes`}>Cancel</LinkButton>
            </Actions>
          </fieldset>
          <Table
            caption="Codes of this link"
            columns={["Name", "Identifier"]}
            rows={qrCodes.map(({ identifier, name }) => [
              <label class="pick">
                <input type="checkbox" name="code" value={qrCodeId(link.id, identifier)} checked />
                <bdi>{name}</bdi>
              </label>,
              <code>{identifier}</code>,
            ])}
          />
        </form>
      )}
      <Paging
        first={cursor === undefined ? null : path}
        next={nextCursor && `${path}?cursor=${encodeURIComponent(nextCursor)}`}
      />
    </Screen>
  );
};
