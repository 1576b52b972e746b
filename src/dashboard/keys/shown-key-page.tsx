import type { IssuedKey } from "../../access/api-key.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Copyable, Time } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import type { Place } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";

/** Shows a new key, once. `example` is a command that works with it; `oldExpiresAt` the end of the key it replaces. */
export const NewKeyPage = ({
  place,
  issued,
  example,
  reach,
  oldExpiresAt,
}: {
  place: Place;
  issued: IssuedKey;
  example: string | null;
  /** Of a key that replaces none: which projects it reaches. */
  reach?: string;
  oldExpiresAt?: string;
}) => (
  <Screen
    place={place}
    here="API keys"
    title={issued.name}
    heading={<bdi>{issued.name}</bdi>}
    scripts={["copy"]}
  >
    <Notice kind="done" focus>
      {oldExpiresAt ? (
        <p>
          The new key works now. The old key works until <Time at={oldExpiresAt} />.
        </p>
      ) : (
        <p>
          The key works now, and reaches <bdi>{reach}</bdi>.
        </p>
      )}
      <p>
        <strong>Copy it before you leave this page.</strong> Only a hash of it is stored, so it cannot be
        shown again.
      </p>
    </Notice>
    <div class="sheet">
      <Copyable id="api-key" label="API key" text={issued.key} />
      {example && <Copyable id="first-request" label="Try it in a terminal" text={example} />}
    </div>
    <Actions>
      <LinkButton href={`${place.base}/keys`}>I have copied it</LinkButton>
    </Actions>
  </Screen>
);

/** What a form that was sent before is answered with: the text of the key is stored nowhere. */
export const ShownBeforePage = ({ place, keyId }: { place: Place; keyId: string }) => (
  <Screen place={place} here="API keys" title="Shown already">
    <Notice kind="note" focus>
      This form was sent before, and the key was shown then. It is stored nowhere and cannot be shown again.
      If nobody kept it, rotate the key to get a new one.
    </Notice>
    <Actions>
      <LinkButton href={`${place.base}/keys/${keyId}`}>Go to the key</LinkButton>
    </Actions>
  </Screen>
);
