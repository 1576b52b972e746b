import { Hono } from "hono";
import { logoPath } from "../../../features/brands/logo-path.ts";
import { brandOf } from "../../../features/brands/project-brand.ts";
import { getLink } from "../../../features/links/get-link.ts";
import { MAX_CHOSEN_CODES } from "../../../features/qr-codes/get-chosen-qr-codes.ts";
import { getQrCode, listQrCodes } from "../../../features/qr-codes/get-qr-codes.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm, takeUpload } from "../layout/form-screen.ts";
import { LINK } from "../layout/link-address.ts";
import { newCode } from "./add-code.tsx";
import { addingLogo, MAX_LOGO_FORM_BYTES } from "./add-logo.tsx";
import { ChooseCodesPage } from "./choose-codes-page.tsx";
import { CodePage } from "./code-page.tsx";
import { drawingQuery } from "./drawing.ts";
import { drawnCodes } from "./drawn-codes.ts";
import { renaming } from "./rename-code.tsx";
import { savingStyle } from "./save-style.tsx";
import { viewIn } from "./scenes.tsx";

const CODES = "/:link{lnk_[0-9a-z]+}/codes";

/** The screens of a link's codes, below /links. The URL holds how a code is drawn. */
export const code = new Hono<DashboardEnv>()
  .get(CODES, async (c) => {
    const { workspace, dependencies } = c.var;
    const cursor = c.req.query("cursor");
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
    const search = new URL(c.req.url).searchParams;
    const query = drawingQuery(search, shown);
    const page = (
      <CodePage
        workspace={workspace}
        link={link}
        code={found}
        query={query}
        view={viewIn(search)}
        brand={{
          accent: brand?.accent,
          logo: brand?.logo !== undefined && shown.hasLogo ? logoPath(brand.logo) : undefined,
        }}
        done={search.get("done") ?? undefined}
      />
    );
    return pageResponse(page, query.drawn ? 200 : 400);
  });

/** The forms that add a code to a link, rename it and save its style and logo, below /links. */
export const codeForms = new Hono<DashboardEnv>()
  .get(`${LINK}/add-code`, showForm(newCode))
  .post(`${LINK}/add-code`, takeForm(newCode))
  .post(`${LINK}/rename-code/:identifier`, takeForm(renaming))
  .post(`${LINK}/style-code/:identifier`, takeForm(savingStyle))
  .post(`${LINK}/add-logo/:identifier`, takeUpload(addingLogo, MAX_LOGO_FORM_BYTES));
