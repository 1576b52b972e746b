import { Hono } from "hono";
import { getLink } from "../../../features/links/get-link.ts";
import { listQrCodes, MAX_CHOSEN_CODES } from "../../../features/qr-codes/get-qr-codes.ts";
import { qrCodeId } from "../../../ground/core/ids.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Empty, Paging, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { cursorIn } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { LINK, linkIdIn, linkPathIn } from "../layout/link-of-path.ts";
import { showStudio } from "./code-page.tsx";

/** The screens of a link's codes, below /links. */
export const code = new Hono<DashboardEnv>()
  .get(`${LINK}/codes`, chooseCodes)
  .get(`${LINK}/codes/:identifier`, showStudio);

/** Asks which codes of a link to print. All codes of the page are selected at first. */
async function chooseCodes(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const cursor = cursorIn(c);
  const input = { linkId: linkIdIn(c), limit: MAX_CHOSEN_CODES, cursor };
  const [{ link }, { qrCodes, nextCursor }] = await Promise.all([
    getLink(workspace.actor, input.linkId, dependencies),
    listQrCodes(workspace.actor, input, dependencies),
  ]);
  const linkPath = linkPathIn(c);
  const path = `${linkPath}/codes`;
  return pageResponse(
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
        <form method="get" action={`${workspace.base}/codes/sheet`} class="form" autocomplete="off">
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
              <LinkButton href={`${linkPath}?tab=codes#codes`}>Cancel</LinkButton>
            </Actions>
          </fieldset>
          <Table
            caption="Codes of this link"
            columns={["Name", "Name in its address"]}
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
    </Screen>,
  );
}
