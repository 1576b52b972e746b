import type { ListedApiKey } from "../../access/api-key-rows.ts";
import { revokeKey } from "../../access/revoke-key.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { keyId, loadKey } from "./key.tsx";
import { RevokeKeyPage } from "./key-page.tsx";

/** Revokes a key, after asking. */
export const revocation: FormScreen<ListedApiKey> = {
  load: loadKey,
  page: (c, key, _, problems) => <RevokeKeyPage place={c.var.place} apiKey={key} problems={problems} />,
  async save(c) {
    const { place, dependencies } = c.var;
    const { already } = await revokeKey(place.actor, keyId(c), dependencies);
    return seeOther(`${place.base}/keys?done=${already ? "already" : "revoked"}`);
  },
};
