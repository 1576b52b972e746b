import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE, type ChangedLink, changeLink } from "../../../features/links/change-link.ts";
import { getLink } from "../../../features/links/get-link.ts";
import type { Link } from "../../../features/links/link.ts";
import { settleSilence } from "../../../features/qr-codes/change-qr-code.ts";
import { formPage } from "../components/form-page.tsx";
import { SwitchingOff } from "../labels/link-labels.tsx";
import { seeOther } from "../layout/answers.ts";
import { type DashboardContext, linkIdIn, linkPathIn } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormValues, idempotentForm } from "../layout/forms.ts";
import { linkPage } from "./link-page.tsx";

/** Switches a link off, after confirmation. */
export const switchOff = formPage<Link>({
  here: "Links",
  title: "Switch off this link?",
  async load(c) {
    const { workspace, dependencies } = c.var;
    requireScope(workspace.actor, CHANGE_LINK_SCOPE);
    return (await getLink(workspace.actor, linkIdIn(c), dependencies)).link;
  },
  intro: ({ name }) => (
    <>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </p>
      <SwitchingOff several={false} />
    </>
  ),
  button: "Switch it off",
  emphasis: "danger",
  back: ({ id }) => `/links/${id}`,
  backLabel: "Keep it on",
  save: (c, values) => switchLink(c, values, "inactive"),
});

/** Switches a link on. If it fails, the page of the link is shown again. */
export const switchOn: FormScreen<void> = {
  load() {},
  page: (c, _, __, problems) => linkPage(c, problems),
  save: (c, values) => switchLink(c, values, "active"),
};

async function switchLink(
  c: DashboardContext,
  values: FormValues,
  status: "active" | "inactive",
): Promise<Response> {
  const { workspace, dependencies, origins } = c.var;
  const idempotency = await idempotentForm(c, values, ({ link }: ChangedLink) => String(link.revision));
  const input = { linkId: linkIdIn(c), patch: { status }, expected: null, idempotency };
  await changeLink(workspace.actor, input, { ...dependencies, origins });
  return seeOther(`${linkPathIn(c)}?done=${status === "active" ? "switched-on" : "switched-off"}`);
}

/** Settles that nobody scans a code. If it fails, the page of the link is shown again. */
export const settleCode: FormScreen<void> = {
  load() {},
  page: (c, _, __, problems) => linkPage(c, problems),
  async save(c, values) {
    const { workspace, dependencies } = c.var;
    const isPrinted = values.text("answer") !== "not-printed";
    const code = { linkId: linkIdIn(c), identifier: c.req.param("code") ?? "" };
    await settleSilence(workspace.actor, { ...code, isPrinted }, dependencies);
    return seeOther(`${linkPathIn(c)}?done=${isPrinted ? "reminding" : "not-printed"}`);
  },
};
