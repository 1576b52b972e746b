import { Hono } from "hono";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { type ChangedLink, changeLink } from "../../../features/links/change-link.ts";
import { getAddressCode } from "../../../features/links/get-address-code.ts";
import { previewRestoration, restoreLink } from "../../../features/links/restore-link.ts";
import { settleSilence } from "../../../features/qr-codes/settle-silence.ts";
import { Time } from "../components/facts.tsx";
import { formPage } from "../components/form-page.tsx";
import { Changes } from "../labels/changes.tsx";
import { SwitchingOff } from "../labels/link-labels.tsx";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM, formScreen, type SentForm } from "../layout/form-screen.ts";
import { oneNumber, oneText } from "../layout/forms.ts";
import { LINK, linkIdIn, linkIn, linkPathIn } from "../layout/link-of-path.ts";
import { noSuchPage } from "../layout/problem-page.tsx";
import type { LinkPanels } from "../panels/panel.ts";
import { showHistory, Who } from "./history.tsx";
import { linkPage } from "./link-page.tsx";
import { LINK_STYLE } from "./link-view.ts";

/** Switches a link off, after confirmation. */
const switchOff = formPage({
  tab: "Links",
  title: "Switch off this link?",
  load: (c) => linkIn(c, CHANGE_LINK_SCOPE),
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
  save: (c, _, form) => switchLink(c, form, "inactive"),
});

/** Switches a link on. If it fails, the page of the link is shown again. */
const switchOn = (panels: LinkPanels) =>
  formScreen({
    load() {},
    page: (c, _, __, problems) => linkPage(c, panels, problems),
    save: (c, _, form) => switchLink(c, form, "active"),
  });

async function switchLink(
  c: DashboardContext,
  { write }: Pick<SentForm<unknown>, "write">,
  status: "active" | "inactive",
): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const idempotency = await write(({ link }: ChangedLink) => String(link.revision));
  const input = { linkId: linkIdIn(c), patch: { status }, expected: null, idempotency };
  await changeLink(workspace.actor, input, dependencies);
  return seeOther(`${linkPathIn(c)}?done=${status === "active" ? "switched-on" : "switched-off"}`);
}

/** Settles that nobody scans a code. If it fails, the page of the link is shown again. */
const settleCode = (panels: LinkPanels) =>
  formScreen({
    fields: { answer: oneText },
    load() {},
    page: (c, _, __, problems) => linkPage(c, panels, problems),
    async save(c, { answer }) {
      const { workspace, dependencies } = c.var;
      const isPrinted = answer !== "not-printed";
      const code = { linkId: linkIdIn(c), identifier: c.req.param("code") ?? "" };
      await settleSilence(workspace.actor, { ...code, isPrinted }, dependencies);
      return seeOther(`${linkPathIn(c)}?done=${isPrinted ? "reminding" : "not-printed"}`);
    },
  });

/** The link and the version in the URL. Throws `not_found`. */
function versionIn(c: DashboardContext): { linkId: string; version: number } {
  const text = c.req.param("version") ?? "";
  if (!/^[1-9]\d{0,8}$/.test(text)) throw noSuchPage();
  return { linkId: linkIdIn(c), version: Number(text) };
}

/** Restores an earlier version of a link, after showing what will change. */
const restoration = formPage({
  tab: "Links",
  title: "Restore this version?",
  styles: [LINK_STYLE],
  fields: { revision: oneNumber },
  marked: [],
  load: (c) => previewRestoration(c.var.workspace.actor, versionIn(c), c.var.dependencies),
  intro: ({ link, entry }, { var: { workspace } }) => (
    <p>
      <strong>
        <bdi>{link.name}</bdi>
      </strong>{" "}
      as it was after the change of <Time at={entry.activity.at} /> by{" "}
      <Who workspace={workspace} entry={entry} />.
    </p>
  ),
  content: (_, { link, changes }) =>
    changes.length === 0 ? (
      <p>Nothing would change: this is the current version.</p>
    ) : (
      <>
        <h2>What will change</h2>
        <Changes changes={changes} all />
        <p class="after-changes">
          The short link and its codes stay the same. The destination is checked and resolved again.
        </p>
        {changes.some(({ field, to }) => field === "status" && to === "inactive") && (
          <SwitchingOff several={false} />
        )}
        <input type="hidden" name="revision" value={String(link.revision)} />
      </>
    ),
  button: ({ changes }) => (changes.length > 0 ? "Restore this version" : null),
  back: ({ link }) => `/links/${link.id}?tab=history#history`,
  async save(c, { revision }, { write }) {
    const { workspace, dependencies } = c.var;
    const idempotency = await write(({ link }: ChangedLink) => String(link.revision));
    const input = { ...versionIn(c), revision, idempotency };
    await restoreLink(workspace.actor, input, dependencies);
    return `/links/${input.linkId}?done=restored`;
  },
});

/** The code of one of a link's addresses as an image. */
async function showAddressCode(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const name = (c.req.param("name") ?? "").replace(/\.svg$/, "");
  const code = await getAddressCode(workspace.actor, { linkId: linkIdIn(c), name }, dependencies);
  return new Response(code, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'",
    },
  });
}

/** The screens of one link, below /links. `panels`: what extras add to its page. */
export const link = (panels: LinkPanels) =>
  new Hono<DashboardEnv>()
    .get(LINK, async (c) => pageResponse(await linkPage(c, panels)))
    .get(`${LINK}/history`, showHistory)
    .get(`${LINK}/addresses/:name{[a-z0-9-]+\\.svg}`, showAddressCode)
    .post(`${LINK}/silence/:code`, settleCode(panels))
    .post(`${LINK}/switch-on`, switchOn(panels))
    .on(FORM, `${LINK}/switch-off`, switchOff)
    .on(FORM, `${LINK}/restore/:version`, restoration);
