import { Hono } from "hono";
import { requireScope } from "../../access/permissions.ts";
import { ServiceError } from "../../core/errors.ts";
import { parse } from "../../core/validation.ts";
import { CHANGE_LINK_SCOPE, type ChangedLink, changeLink } from "../../links/change-link.ts";
import { linkEtag } from "../../links/etag.ts";
import { getLink } from "../../links/get-link.ts";
import { getLinkHistory } from "../../links/get-link-history.ts";
import { previewRestoration, restoreLink } from "../../links/restore-link.ts";
import { CHANGE_QR_CODE_SCOPE, changeQrCode } from "../../qr-codes/change-qr-code.ts";
import { CREATE_QR_CODE_SCOPE, createQrCode } from "../../qr-codes/create-qr-code.ts";
import { getQrCode } from "../../qr-codes/get-qr-codes.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import { qrCodeRequest, readQrCodePatch } from "../../qr-codes/qr-code-request.ts";
import { pageAnswer, seeOther } from "../answers.ts";
import type { DashboardContext, DashboardEnv } from "../context.ts";
import { type FormValues, formValues, idempotentForm, NO_PROBLEMS, submit } from "../forms.ts";
import { PAGE_SIZE } from "../page-size.ts";
import { noSuchPage } from "../sign-in.tsx";
import { AddCodePage, RenameCodePage } from "./code-pages.tsx";
import { HistoryPage } from "./history.tsx";
import { linkPage } from "./link-page.tsx";
import { RestorePage } from "./restore-page.tsx";
import { SwitchOffLinkPage } from "./switch-off-page.tsx";

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
  .get(`${LINK}/add-code`, async (c) => {
    const { place, dependencies } = c.var;
    requireScope(place.actor, CREATE_QR_CODE_SCOPE);
    const { link } = await getLink(place.actor, linkId(c), dependencies);
    return pageAnswer(<AddCodePage place={place} link={link} values={formValues()} problems={NO_PROBLEMS} />);
  })
  .post(`${LINK}/add-code`, (c) =>
    submit(
      c,
      ["identifier", "name"],
      async (values) => {
        const { place, dependencies, origins } = c.var;
        const typed = ["identifier", "name"].flatMap((name): [string, string][] =>
          values.text(name) === "" ? [] : [[name, values.text(name)]],
        );
        const request = parse(qrCodeRequest, Object.fromEntries(typed));
        const idempotency = await idempotentForm(c, values, ({ identifier }: QrCode) => identifier);
        const input = { linkId: linkId(c), request, idempotency };
        await createQrCode(place.actor, input, { ...dependencies, origins });
        return seeOther(`${pathOf(c)}?done=code-added#codes`);
      },
      async (values, problems) => {
        const { place, dependencies } = c.var;
        const { link } = await getLink(place.actor, linkId(c), dependencies);
        return <AddCodePage place={place} link={link} values={values} problems={problems} />;
      },
    ),
  )
  .get(`${LINK}/rename-code/:identifier`, async (c) => {
    const { place, dependencies } = c.var;
    requireScope(place.actor, CHANGE_QR_CODE_SCOPE);
    const input = { linkId: linkId(c), identifier: c.req.param("identifier") };
    const code = await getQrCode(place.actor, input, dependencies);
    return pageAnswer(<RenameCodePage place={place} code={code} name={code.name} problems={NO_PROBLEMS} />);
  })
  .post(`${LINK}/rename-code/:identifier`, (c) => {
    const input = { linkId: linkId(c), identifier: c.req.param("identifier") };
    const { place, dependencies } = c.var;
    return submit(
      c,
      ["name"],
      async (values) => {
        const idempotency = await idempotentForm(c, values, ({ name }: QrCode) => name);
        const patch = readQrCodePatch({ name: values.text("name") });
        await changeQrCode(place.actor, { ...input, patch, idempotency }, dependencies);
        return seeOther(`${pathOf(c)}?done=code-renamed#codes`);
      },
      async (values, problems) => {
        const code = await getQrCode(place.actor, input, dependencies);
        return <RenameCodePage place={place} code={code} name={values.text("name")} problems={problems} />;
      },
    );
  })
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
        const idempotency = await idempotentForm(c, values, ({ link }: ChangedLink) => linkEtag(link));
        const input = { ...versionOf(c), ifMatch: values.text("etag"), idempotency };
        await restoreLink(place.actor, input, { ...dependencies, origins }).catch(asPeopleSayIt);
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
  const idempotency = await idempotentForm(c, values, ({ link }: ChangedLink) => linkEtag(link));
  const input = { linkId: linkId(c), patch: { status }, ifMatch: null, idempotency };
  await changeLink(place.actor, input, { ...dependencies, origins });
  return seeOther(`${pathOf(c)}?done=${done}`);
}

/** The link and the version of its history that an address names. Throws `not_found`. */
function versionOf(c: DashboardContext): { linkId: string; version: number } {
  const text = c.req.param("version") ?? "";
  if (!/^[1-9]\d{0,8}$/.test(text)) throw noSuchPage();
  return { linkId: linkId(c), version: Number(text) };
}

/** The verb's words for If-Match, which no person has sent. */
function asPeopleSayIt(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== "precondition_failed") throw error;
  throw new ServiceError(
    "precondition_failed",
    "The link has changed since this page was opened. Here is what would change now.",
  );
}
