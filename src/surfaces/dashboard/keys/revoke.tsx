import { revokeKey } from "../../../features/access/rotate-key.ts";
import { Time } from "../components/facts.tsx";
import { formPage } from "../components/form-page.tsx";
import { keyId, loadKey } from "./key.tsx";

/** Revokes a key after confirmation. */
export const revocation = formPage({
  here: "API keys",
  title: "Revoke a key?",
  load: loadKey,
  intro: ({ name, prefix, lastUsedAt }) => (
    <>
      <p>
        Every program that uses{" "}
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        (<code>{prefix}…</code>) stops working within 10 seconds. This can't be undone.
      </p>
      <p>
        Last used: <Time at={lastUsedAt} />. Its links and codes keep working.
      </p>
    </>
  ),
  button: "Revoke the key",
  emphasis: "danger",
  back: ({ id }) => `/keys/${id}`,
  backLabel: "Keep the key",
  async save(c) {
    const { already } = await revokeKey(c.var.workspace.actor, keyId(c), c.var.dependencies);
    return `/keys?done=${already ? "already" : "revoked"}`;
  },
});
