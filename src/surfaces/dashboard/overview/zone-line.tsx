import { mayManageOrganization } from "../../../features/access/permissions.ts";
import { Button, Form } from "../components/actions.tsx";
import type { Workspace } from "../layout/context.ts";

/**
 * Asks those who may set it for the time zone of the organization, until somebody chose one; to keep UTC is a choice, too.
 * `likely`: the time zone of the person's network, if it is known. The script `live` offers that of the browser instead.
 */
export const ZoneLine = ({ workspace, likely }: { workspace: Workspace; likely: string | undefined }) => {
  if (workspace.timeZone !== null || !mayManageOrganization(workspace.actor)) return null;
  const path = `${workspace.base}/time-zone`;
  const city = likely?.includes("/") ? likely.slice(likely.lastIndexOf("/") + 1).replaceAll("_", " ") : null;
  return (
    <div class="notice note zone-line">
      <Form action={path}>
        <p>Times are UTC, for you and your shoppers.</p>
        <input type="hidden" name="from" value="overview" />
        <span data-zone-offer="" hidden={city === null}>
          <Button emphasis="plain" name="timeZone" value={likely ?? ""}>
            Use {city ?? "local"} time
          </Button>
        </span>
        <Button emphasis="plain" name="timeZone" value="UTC">
          Keep UTC
        </Button>
        <a href={path}>Other</a>
      </Form>
    </div>
  );
};
