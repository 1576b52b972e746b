import type { Alert } from "../../../extras/alerts/alerts.ts";
import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_QR_CODE_SCOPE } from "../../../features/qr-codes/change-qr-code.ts";
import { parseQrCodeId } from "../../../ground/core/ids.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { silence } from "../labels/silence.ts";
import type { Workspace } from "../layout/context.ts";

/** The answer that a code isn't printed. The other one is to be reminded. */
export const NOT_PRINTED = "not-printed";

/** The printed codes of a link that nobody scans: try them, or settle it. */
export const SilentCodes = ({
  workspace,
  silent,
  zone,
}: {
  workspace: Workspace;
  silent: readonly Alert[];
  zone: Zone;
}) => (
  <div id="silent">
    {silent.map((alert) => {
      const { linkId, identifier } = parseQrCodeId(alert.objectId) ?? { linkId: "", identifier: "" };
      const path = `${workspace.base}/links/${linkId}`;
      return (
        <Notice kind="warn">
          <p>
            <strong>{silence(alert, zone)}</strong>
          </p>
          <Form action={`${path}/silence/${identifier}`}>
            <Actions>
              <LinkButton href={`${path}/show?${new URLSearchParams({ code: identifier })}`}>
                Open full screen
              </LinkButton>
              {hasScope(workspace.actor, CHANGE_QR_CODE_SCOPE) && (
                <>
                  <Button emphasis="plain" name="answer" value={NOT_PRINTED}>
                    It isn't printed
                  </Button>
                  <Button emphasis="plain" name="answer" value="later">
                    Remind me in 2 weeks
                  </Button>
                </>
              )}
            </Actions>
          </Form>
        </Notice>
      );
    })}
  </div>
);
