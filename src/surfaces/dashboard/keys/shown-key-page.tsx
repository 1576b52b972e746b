import type { IssuedKey } from "../../../features/access/api-key.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Copyable, Time } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import type { Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";

/** Shows a new key once. `example` is a command that works with it; `oldExpiresAt` is when the replaced key expires. */
export const NewKeyPage = ({
  workspace,
  issued,
  example,
  reach,
  oldExpiresAt,
}: {
  workspace: Workspace;
  issued: IssuedKey;
  example: string | null;
  /** The projects of the key, unless it replaces another one. */
  reach?: string;
  oldExpiresAt?: string;
}) => (
  <Screen
    workspace={workspace}
    here="API keys"
    title={issued.name}
    heading={<bdi>{issued.name}</bdi>}
    scripts={["copy"]}
  >
    <Notice kind="done" focus>
      {oldExpiresAt ? (
        <p>
          The new key is active. The old key works until <Time at={oldExpiresAt} />.
        </p>
      ) : (
        <p>
          The key is active for <bdi>{reach}</bdi>.
        </p>
      )}
      <p>
        <strong>Copy it before you leave this page.</strong> We can't show it again. You can rotate the key to
        get a new one.
      </p>
    </Notice>
    <div class="sheet">
      <Copyable id="api-key" label="API key" text={issued.key} />
      {example && <Copyable id="first-request" label="Try it in a terminal" text={example} />}
    </div>
    <Actions>
      <LinkButton href={`${workspace.base}/keys`}>I copied it</LinkButton>
    </Actions>
  </Screen>
);

/** The response to a repeated form: the key itself is not stored. */
export const ShownBeforePage = ({ workspace, keyId }: { workspace: Workspace; keyId: string }) => (
  <Screen workspace={workspace} here="API keys" title="Already shown">
    <Notice kind="note" focus>
      The key was already shown and can't be shown again. If nobody copied it, rotate it to get a new one.
    </Notice>
    <Actions>
      <LinkButton href={`${workspace.base}/keys/${keyId}`}>Go to the key</LinkButton>
    </Actions>
  </Screen>
);
