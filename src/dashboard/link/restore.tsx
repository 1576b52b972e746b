import type { ChangedLink } from "../../links/change-link.ts";
import { previewRestoration, type Restoration, restoreLink } from "../../links/restore-link.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { linkIdIn, linkPathIn } from "../layout/link-address.ts";
import { noSuchPage } from "../layout/no-such-page.ts";
import { RestorePage } from "./restore-page.tsx";

/** Restores an earlier version of a link, after showing what would change. */
export const restoration: FormScreen<Restoration> = {
  load: (c) => previewRestoration(c.var.place.actor, versionIn(c), c.var.dependencies),
  page: (c, found, _, problems) => (
    <RestorePage place={c.var.place} restoration={found} problems={problems} />
  ),
  async save(c, values) {
    const { place, dependencies, origins } = c.var;
    const idempotency = await idempotentForm(c, values, ({ link }: ChangedLink) => String(link.revision));
    const input = { ...versionIn(c), revision: Number(values.text("revision")), idempotency };
    await restoreLink(place.actor, input, { ...dependencies, origins });
    return seeOther(`${linkPathIn(c)}?done=restored`);
  },
};

/** The link and the version of its history that an address names. Throws `not_found`. */
function versionIn(c: DashboardContext): { linkId: string; version: number } {
  const text = c.req.param("version") ?? "";
  if (!/^[1-9]\d{0,8}$/.test(text)) throw noSuchPage();
  return { linkId: linkIdIn(c), version: Number(text) };
}
