import { Hono } from "hono";
import { requireScope } from "../../access/permissions.ts";
import { parse } from "../../core/validation.ts";
import { getLink } from "../../links/get-link.ts";
import { CHANGE_QR_CODE_SCOPE, changeQrCode } from "../../qr-codes/change-qr-code.ts";
import { CREATE_QR_CODE_SCOPE, createQrCode } from "../../qr-codes/create-qr-code.ts";
import { getQrCode } from "../../qr-codes/get-qr-codes.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import { qrCodeRequest, readQrCodePatch } from "../../qr-codes/qr-code-request.ts";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import type { DashboardContext, DashboardEnv } from "../frame/context.ts";
import { formValues, idempotentForm, NO_PROBLEMS, submit } from "../frame/forms.ts";
import { AddCodePage, RenameCodePage } from "./code-form-pages.tsx";

const LINK = "/:link{lnk_[0-9a-z]+}";

const linkId = (c: DashboardContext): string => c.req.param("link") ?? "";
const pathOf = (c: DashboardContext): string => `${c.var.place.base}/links/${linkId(c)}`;

/** The forms that add a code to a link and rename one, below /links. */
export const codeForms = new Hono<DashboardEnv>()
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
  });
