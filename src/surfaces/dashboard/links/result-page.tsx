import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { summarizeLinks } from "../../../features/links/summarize-links.ts";
import type { ErrorCode } from "../../../ground/core/errors.ts";
import { Actions, Button, Form, Hidden, LinkButton } from "../components/actions.tsx";
import { Notice } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { searchOf } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { noSuchPage } from "../layout/problem-page.tsx";
import { doneText, type Failure, readResult } from "./bulk.ts";
import { TAG_FIELD } from "./bulk-bar.tsx";
import { listAgain } from "./list-query.ts";

const REASONS: Partial<Record<ErrorCode, string>> = {
  not_found: "This organization has no such link.",
  validation_failed: "A link can have at most 100 tags.",
  url_not_allowed: "Its URL is not allowed. Edit the link first.",
  precondition_failed: "Someone else changed it at the same time.",
  idempotency_conflict: "This form was already sent with other values.",
  service_unavailable: "The database did not respond in time. Try these links again.",
};

/** The names of failed links that exist. */
export async function namesOf(
  c: DashboardContext,
  failures: readonly Failure[],
): Promise<Map<string, string>> {
  const { workspace, dependencies } = c.var;
  if (failures.length === 0) return new Map();
  const linkIds = failures.map(({ linkId }) => linkId);
  const links = await summarizeLinks(workspace.actor, { linkIds }, dependencies);
  return new Map(links.map(({ id, name }) => [id, name]));
}

/** The links that couldn't be changed, by name if they exist. */
export const FailureTable = ({
  path,
  failures,
  names,
}: {
  path: string;
  failures: readonly Failure[];
  names: ReadonlyMap<string, string>;
}) => (
  <Table
    caption="Links that were not changed"
    columns={["Link", "Why"]}
    rows={failures.map(({ linkId, error }) => [
      names.has(linkId) ? (
        <a href={`${path}/${linkId}`}>
          <bdi>{names.get(linkId)}</bdi>
        </a>
      ) : (
        <code>{linkId}</code>
      ),
      (error && Object.hasOwn(REASONS, error) && REASONS[error as ErrorCode]) || "It couldn't be changed.",
    ])}
  />
);

/** How many links an action changed, and why others failed. Throws `not_found` for an unknown action. */
export async function showResult(c: DashboardContext): Promise<Response> {
  const { workspace } = c.var;
  const { done: action, count, list, tag, failed: failures } = readResult(searchOf(c));
  const names = await namesOf(c, failures);
  if (!action) throw noSuchPage();
  const path = `${workspace.base}/links`;
  return pageResponse(
    <Screen
      workspace={workspace}
      tab="Links"
      title={`${linksOf(failures.length)} ${failures.length === 1 ? "wasn't" : "weren't"} changed`}
    >
      {count > 0 && <Notice kind="done">{doneText(action, count)}</Notice>}
      <FailureTable path={path} failures={failures} names={names} />
      <div>
        {hasScope(workspace.actor, CHANGE_LINK_SCOPE) && names.size > 0 && action !== "edit" ? (
          <Form action={`${path}/bulk`}>
            <Hidden values={{ action, [TAG_FIELD]: tag, list, link: [...names.keys()] }} />
            <Actions>
              <Button>Try again with {linksOf(names.size)}</Button>
              <LinkButton href={listAgain(path, list)}>Back to the list</LinkButton>
            </Actions>
          </Form>
        ) : (
          <LinkButton href={listAgain(path, list)}>Back to the list</LinkButton>
        )}
      </div>
    </Screen>,
  );
}
