import type { Member } from "../../../features/access/member.ts";
import { mailerOf } from "../../../features/sign-in/address-mailer.ts";
import {
  ADDRESS_MINUTES,
  makeMemberAddress,
  oneTimeUrl,
} from "../../../features/sign-in/one-time-address.ts";
import { requirePrintable } from "../../../ground/core/errors.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";

/**
 * Gives a member a one-time address: by mail, or in a page that the owner sees once. Returns the path of the next page, or that
 * page. Where Cloudflare Access signs people in, there is no address. Throws `not_found` and `rate_limited`, and
 * `service_unavailable` on a host whose addresses could lead to somebody else.
 */
export async function invite(c: DashboardContext, member: Member, done: string): Promise<string | Response> {
  const { workspace, dependencies } = c.var;
  const path = `/members/${member.id}`;
  if (dependencies.cloudflareAccess !== null) return `${path}?done=${done}`;
  requirePrintable(dependencies.origins);
  const mailer = mailerOf(dependencies);
  const delivery = mailer ? "mailed" : "shown";
  const address = await makeMemberAddress(workspace.actor, { id: member.id, delivery }, dependencies);
  if (mailer) {
    const isAccepted = await mailer.mail(address, dependencies.origins.api);
    return `${path}?done=${isAccepted ? "mailed" : "not-mailed"}`;
  }
  return pageResponse(
    <Screen
      workspace={workspace}
      tab="Members"
      title={member.email}
      heading={<bdi>{member.email}</bdi>}
      scripts={["copy"]}
    >
      <Notice kind="done" focus>
        <p>
          Send this address to <bdi>{member.email}</bdi>, and to nobody else: it signs in the person who opens
          it. It works once, within {ADDRESS_MINUTES} minutes.
        </p>
      </Notice>
      <div class="sheet">
        <Copyable
          id="sign-in-address"
          label="One-time address"
          text={oneTimeUrl(dependencies.origins.api, address)}
        />
        <p class="hint">
          We can't show it again. You can make another one at any time, also when they lost their device.
        </p>
      </div>
      <Actions>
        <LinkButton href={`${workspace.base}${path}`}>I copied it</LinkButton>
      </Actions>
    </Screen>,
  );
}
