import { Hono } from "hono";
import { requireScope } from "../../../features/access/permissions.ts";
import { logoPath } from "../../../features/brands/logo-path.ts";
import { brandOf, isDrawn } from "../../../features/brands/project-brand.ts";
import { getLink } from "../../../features/links/get-link.ts";
import type { ChosenQrCode } from "../../../features/qr-codes/chosen-store.ts";
import { CREATE_QR_CODE_SCOPE, createQrCode } from "../../../features/qr-codes/create-qr-code.ts";
import { getQrCode, listQrCodes, MAX_CHOSEN_CODES } from "../../../features/qr-codes/get-qr-codes.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { qrCodeRequest } from "../../../features/qr-codes/qr-code-request.ts";
import { codeStyleOf } from "../../../features/qr-codes/resolve-style.ts";
import { parse } from "../../../ground/core/validation.ts";
import { TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { pageResponse } from "../layout/answers.ts";
import { type DashboardContext, type DashboardEnv, LINK, linkIdIn } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { cursorIn, optionalText, searchOf } from "../layout/forms.ts";
import { addingLogo } from "./add-logo.tsx";
import { ChooseCodesPage } from "./choose-codes-page.tsx";
import { CodePage } from "./code-page.tsx";
import { type DrawnCode, drawingQuery } from "./drawing.ts";
import { renaming } from "./rename-code.tsx";
import { savingStyle } from "./save-style.tsx";
import { viewIn } from "./scenes.tsx";

/** How each of these codes was saved, in their order. May throw `service_unavailable`. */
async function drawnCodes(
  c: DashboardContext,
  chosen: readonly {
    qrCode: Pick<ChosenQrCode["qrCode"], "encodedUrl" | "style">;
    link: Pick<ChosenQrCode["link"], "projectId">;
  }[],
): Promise<DrawnCode[]> {
  const { organizationId } = c.var.workspace.actor;
  const projectIds = [...new Set(chosen.map(({ link }) => link.projectId))];
  const projects = await c.var.dependencies.projects.findAll(organizationId, projectIds);
  return chosen.map(({ qrCode: { encodedUrl, style }, link: { projectId } }) => ({
    encodedUrl,
    saved: style ?? codeStyleOf(projects.get(projectId)),
    hasLogo: isDrawn(brandOf(projects.get(projectId))?.logo),
  }));
}

/** Adds a code to a link. */
const newCode = formPage({
  tab: "Links",
  title: "Add a code",
  fields: { identifier: optionalText, name: optionalText },
  async load(c) {
    const { workspace, dependencies } = c.var;
    requireScope(workspace.actor, CREATE_QR_CODE_SCOPE);
    return (await getLink(workspace.actor, linkIdIn(c), dependencies)).link;
  },
  intro: ({ name }) => (
    <p>
      Use one code for each place where you print <bdi>{name}</bdi>. Visits then show which place people scan.
    </p>
  ),
  content: ({ field, isNew }) => (
    <>
      <TextField
        {...field("name")}
        label="Name"
        hint="Where it is printed, such as Shop window. Defaults to the identifier."
        autofocus={isNew}
      />
      <TextField
        {...field("identifier")}
        label="Identifier"
        hint="3 to 64 letters, digits and hyphens. It is part of the printed URL and can't be changed. Leave empty to generate one."
        spellcheck={false}
      />
    </>
  ),
  button: "Add the code",
  back: ({ id }) => `/links/${id}#codes`,
  async save(c, input, { write }) {
    const { workspace, dependencies, origins } = c.var;
    const request = parse(qrCodeRequest, input);
    const idempotency = await write(({ identifier }: QrCode) => identifier);
    const linkId = linkIdIn(c);
    await createQrCode(workspace.actor, { linkId, request, idempotency }, { ...dependencies, origins });
    return `/links/${linkId}?done=code-added#codes`;
  },
});

const CODES = "/:link{lnk_[0-9a-z]+}/codes";

/** The screens of a link's codes, below /links. The URL holds how a code is drawn. */
export const code = new Hono<DashboardEnv>()
  .get(CODES, async (c) => {
    const { workspace, dependencies } = c.var;
    const cursor = cursorIn(c);
    const input = { linkId: c.req.param("link"), limit: MAX_CHOSEN_CODES, cursor };
    const [{ link }, codes] = await Promise.all([
      getLink(workspace.actor, input.linkId, dependencies),
      listQrCodes(workspace.actor, input, dependencies),
    ]);
    return pageResponse(<ChooseCodesPage workspace={workspace} link={link} codes={codes} cursor={cursor} />);
  })
  .get(`${CODES}/:identifier`, async (c) => {
    const { workspace, dependencies } = c.var;
    const input = { linkId: c.req.param("link"), identifier: c.req.param("identifier") };
    const [{ link }, found] = await Promise.all([
      getLink(workspace.actor, input.linkId, dependencies),
      getQrCode(workspace.actor, input, dependencies),
    ]);
    const [drawn, project] = await Promise.all([
      drawnCodes(c, [{ qrCode: found, link }]),
      dependencies.projects.find(link.organizationId, link.projectId),
    ]);
    const brand = brandOf(project);
    const [shown = { encodedUrl: found.encodedUrl, saved: {}, hasLogo: false }] = drawn;
    const query = drawingQuery(searchOf(c), shown);
    const page = (
      <CodePage
        workspace={workspace}
        link={link}
        code={found}
        query={query}
        view={viewIn(c).view ?? "code"}
        brand={{
          accent: brand?.accent,
          logo: brand?.logo !== undefined && shown.hasLogo ? logoPath(brand.logo) : undefined,
        }}
        c={c}
      />
    );
    return pageResponse(page, query.drawn ? 200 : 400);
  });

/** The forms that add a code to a link, rename it and save its style and logo, below /links. */
export const codeForms = new Hono<DashboardEnv>()
  .on(FORM, `${LINK}/add-code`, newCode)
  .post(`${LINK}/rename-code/:identifier`, renaming)
  .post(`${LINK}/style-code/:identifier`, savingStyle)
  .post(`${LINK}/add-logo/:identifier`, addingLogo);
