import { Hono } from "hono";
import { requireScope } from "../../access/permissions.ts";
import { CHANGE_LINK_SCOPE, type ChangedLink, changeLink } from "../../links/change-link.ts";
import { getLink } from "../../links/get-link.ts";
import { getLinkHistory } from "../../links/get-link-history.ts";
import { previewRestoration, restoreLink } from "../../links/restore-link.ts";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import type { DashboardContext, DashboardEnv } from "../frame/context.ts";
import { type FormValues, idempotentForm, NO_PROBLEMS, submit } from "../frame/forms.ts";
import { noSuchPage } from "../frame/no-such-page.ts";
import { PAGE_SIZE } from "../frame/page-size.ts";
import { HistoryPage } from "./history.tsx";
import { linkPage } from "./link-page.tsx";
import { RestorePage } from "./restore-page.tsx";
import { SwitchOffLinkPage } from "./switch-off-link-page.tsx";

/** The id of a link in an address: no other screen below /links has such a name. */
const LINK = "/:link{lnk_[0-9a-z]+}";

const linkId = (c: DashboardContext): string => c.req.param("link") ?? "";
const pathOf = (c: DashboardContext): string => `${c.var.place.base}/links/${linkId(c)}`;

/** The screens of one link, below /links. */
export const link = new Hono<DashboardEnv>()
  .get(LINK, async (c) => pageAnswer(await linkPage(c, linkId(c))))
  .get(`${LINK}/history`, async (c) => {
    const { place, dependencies } = c.var;
    const input = { linkId: linkId(c), limit: PAGE_SIZE, cursor: c.req.query("cursor") };
    const [{ link }, history] = await Promise.all([
      getLink(place.actor, input.linkId, dependencies),
      getLinkHistory(place.actor, input, dependencies),
    ]);
    return pageAnswer(<HistoryPage place={place} link={link} history={history} cursor={input.cursor} />);
  })
  .post(`${LINK}/switch-on`, (c) =>
    submit(
      c,
      [],
      (values) => switchLink(c, values, "active", "switched-on"),
      (_, problems) => linkPage(c, linkId(c), problems),
    ),
  )
  .get(`${LINK}/switch-off`, async (c) => {
    const { place, dependencies } = c.var;
    requireScope(place.actor, CHANGE_LINK_SCOPE);
    const { link } = await getLink(place.actor, linkId(c), dependencies);
    return pageAnswer(<SwitchOffLinkPage place={place} link={link} problems={NO_PROBLEMS} />);
  })
  .post(`${LINK}/switch-off`, (c) =>
    submit(
      c,
      [],
      (values) => switchLink(c, values, "inactive", "switched-off"),
      async (_, problems) => {
        const { place, dependencies } = c.var;
        const { link } = await getLink(place.actor, linkId(c), dependencies);
        return <SwitchOffLinkPage place={place} link={link} problems={problems} />;
      },
    ),
  )
  .get(`${LINK}/restore/:version`, async (c) => {
    const { place, dependencies } = c.var;
    const restoration = await previewRestoration(place.actor, versionOf(c), dependencies);
    return pageAnswer(<RestorePage place={place} restoration={restoration} problems={NO_PROBLEMS} />);
  })
  .post(`${LINK}/restore/:version`, (c) => {
    const { place, dependencies, origins } = c.var;
    return submit(
      c,
      [],
      async (values) => {
        const idempotency = await idempotentForm(c, values, ({ link }: ChangedLink) => String(link.revision));
        const input = { ...versionOf(c), revision: Number(values.text("revision")), idempotency };
        await restoreLink(place.actor, input, { ...dependencies, origins });
        return seeOther(`${pathOf(c)}?done=restored`);
      },
      async (_, problems) => {
        const restoration = await previewRestoration(place.actor, versionOf(c), dependencies);
        return <RestorePage place={place} restoration={restoration} problems={problems} />;
      },
    );
  });

async function switchLink(
  c: DashboardContext,
  values: FormValues,
  status: "active" | "inactive",
  done: string,
): Promise<Response> {
  const { place, dependencies, origins } = c.var;
  const idempotency = await idempotentForm(c, values, ({ link }: ChangedLink) => String(link.revision));
  const input = { linkId: linkId(c), patch: { status }, expected: null, idempotency };
  await changeLink(place.actor, input, { ...dependencies, origins });
  return seeOther(`${pathOf(c)}?done=${done}`);
}

/** The link and the version of its history that an address names. Throws `not_found`. */
function versionOf(c: DashboardContext): { linkId: string; version: number } {
  const text = c.req.param("version") ?? "";
  if (!/^[1-9]\d{0,8}$/.test(text)) throw noSuchPage();
  return { linkId: linkId(c), version: Number(text) };
}
