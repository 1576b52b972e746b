import type { IssuedKey } from "../../../features/access/api-key.ts";
import type { Project } from "../../../features/access/project.ts";
import { OFFER_RETAILERS, type OfferRetailer, retailerScope } from "../../../ground/core/vocabulary.ts";
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
    tab="API keys"
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
  <Screen workspace={workspace} tab="API keys" title="Already shown">
    <Notice kind="note" focus>
      The key was already shown and can't be shown again. If nobody copied it, rotate it to get a new one.
    </Notice>
    <Actions>
      <LinkButton href={`${workspace.base}/keys/${keyId}`}>Go to the key</LinkButton>
    </Actions>
  </Screen>
);

/** A minimal link for each retailer. The product ids are well-formed but need not exist. */
const EXAMPLES: Readonly<Record<OfferRetailer, object>> = {
  custom: { intent: "custom_url", customUrl: "https://example.com/welcome" },
  bigbox_w: { intent: "product_detail", products: [{ retailerProductId: "123456789" }] },
  bigbox_t: { intent: "product_detail", products: [{ retailerProductId: "12345678" }] },
  marketplace: { intent: "product_detail", products: [{ retailerProductId: "B000000001" }] },
  grocer_a: { intent: "product_detail", products: [{ retailerProductId: "0001111041700" }] },
  delivery_app: { intent: "product_detail", products: [{ retailerProductId: "123456789" }] },
};

/**
 * A curl command that works with the new key: it creates a link if the key can, else lists links; null if it can do neither. `projects` are the organization's projects that accept new links.
 */
export function firstRequest(
  { key, scopes, projects: reach }: IssuedKey,
  projects: readonly Project[],
  apiOrigin: string,
): string | null {
  const header = `-H "X-Service-API-Key: ${key}"`;
  const retailer = OFFER_RETAILERS.toReversed().find((each) => scopes.includes(retailerScope(each)));
  const project = projects.find(({ id }) => reach === "all" || reach.includes(id));
  if (scopes.includes("links:write") && retailer && project) {
    const body = JSON.stringify({
      projectId: project.id,
      name: "First link",
      retailer,
      ...EXAMPLES[retailer],
    }).replaceAll("'", "\\u0027");
    return `curl -i ${apiOrigin}/v1/links ${header} -H "Content-Type: application/json" -d '${body}'`;
  }
  return scopes.includes("links:read") ? `curl -i ${apiOrigin}/v1/links ${header}` : null;
}
