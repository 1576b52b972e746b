import { Hono } from "hono";
import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { brandOf, isDrawn } from "../../../features/brands/brand.ts";
import { isPrintable } from "../../../features/brands/card-pictures.ts";
import { shownAddress, urlText } from "../../../features/links/shown-address.ts";
import type { ChosenQrCode } from "../../../features/qr-codes/chosen-store.ts";
import { exportChosenCodes } from "../../../features/qr-codes/codes-archive.ts";
import { frameTextOf } from "../../../features/qr-codes/frame.ts";
import { getChosenQrCodes } from "../../../features/qr-codes/get-qr-codes.ts";
import { lineOf } from "../../../features/qr-codes/gtin-code.ts";
import { safeName } from "../../../features/qr-codes/image-formats.ts";
import { isImageFormat } from "../../../features/qr-codes/image-url.ts";
import type { PrintInks } from "../../../features/qr-codes/print-inks.ts";
import type { PrintedCode } from "../../../features/qr-codes/print-layout.ts";
import type { PrintPreview } from "../../../features/qr-codes/print-preview.ts";
import { type ResolvedStyle, styleResolver } from "../../../features/qr-codes/resolve-style.ts";
import { printedAccent } from "../../../features/qr-codes/style.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { preferredLanguage } from "../../pages/i18n/languages.ts";
import { LinkButton } from "../components/actions.tsx";
import { Empty } from "../components/table.tsx";
import { reachIn } from "../labels/code-reach.tsx";
import { download, pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv, Workspace } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { allTexts, fieldReader, oneOf, optionalText, readForm, searchOf } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { PrintPage, UNREADABLE } from "./print-page.tsx";
import { isAnyUnread, logosOf, type PrintBrand, pictureProblem, picturesOf, seen } from "./print-pictures.ts";
import { type PrintRequest, printRequestIn } from "./print-request.ts";

const readChosen = fieldReader({ code: allTexts, link: allTexts });

/** The codes of a request: by their ids (`code`), or a code of each link (`link`), by default the one that tills read too. */
const chosenIn = (search: URLSearchParams) => {
  const { code: qrCodeIds, link: linkIds } = readChosen(search);
  return { qrCodeIds, linkIds, ofLinks: reachIn(search) };
};

/** The codes of a request in their saved styles, with texts and brands. Throws what the verbs throw, and `not_found`. */
async function loadPrint(c: DashboardContext, search: URLSearchParams) {
  const { workspace, dependencies } = c.var;
  const { chosen, missing } = await getChosenQrCodes(workspace.actor, chosenIn(search), dependencies);
  if (chosen.length === 0) throw new ServiceError("not_found", "The codes don't exist.");
  const projectIds = [...new Set(chosen.map(({ link }) => link.projectId))];
  const resolveStyle = styleResolver("pdf", dependencies);
  const [projects, looks] = await Promise.all([
    dependencies.projects.findAll(workspace.organizationId, projectIds),
    Promise.all(
      chosen.map(({ qrCode: { encodedUrl, style = null }, link }) =>
        resolveStyle({ encodedUrl, style, project: link }),
      ),
    ),
  ]);
  const request = printRequestIn(
    search,
    looks.every(({ options }) => frameTextOf(options) !== null),
    preferredLanguage(c.req.header("Accept-Language") ?? null),
  );
  const [logos, pictures] = await Promise.all([
    logosOf(c, request.parts.has("logo") ? projectIds : []),
    picturesOf(c, request.parts.has("picture") ? chosen : []),
  ]);
  const accents = chosen.map(({ link }, index) => {
    const { accent = null } = brandOf(projects.get(link.projectId)) ?? {};
    const look = looks[index];
    return look ? printedAccent(accent, look.options) : accent;
  });
  // A GTIN is not followed by the link's address: its code opens the domain at the GTIN.
  const captions = chosen.map(({ qrCode, link }) =>
    lineOf(qrCode.encodedUrl) === null ? urlText(shownAddress(dependencies.origins, link)) : "",
  );
  const codes = chosen.map((code, index) =>
    printedCode(code, looks[index], request, {
      caption: request.parts.has("link") ? (captions[index] ?? "") : "",
      logo: seen(logos.get(code.link.projectId)),
      accent: request.parts.has("color") ? (accents[index] ?? null) : null,
      picture: seen(pictures.get(code.link.pictureUrl)),
    }),
  );
  const all = [...projects.values()].map(brandOf);
  const brand: PrintBrand = {
    hasLogo: all.some((brand) => isDrawn(brand?.logo)),
    hasColor: all.some((brand) => brand?.accent !== undefined),
    isColorOfCode: chosen.some(
      ({ link }, index) =>
        accents[index] !== null && accents[index] !== brandOf(projects.get(link.projectId))?.accent,
    ),
    hasPicture: chosen.some(({ link }) => isPrintable(link.pictureUrl, c.var.dependencies.origins)),
    pictureProblem: pictureProblem(chosen, pictures, c.var.dependencies.origins),
    isIncomplete: isAnyUnread(logos, pictures),
  };
  return {
    workspace,
    search,
    chosen,
    missing,
    request,
    codes: codes.flatMap((code) => code ?? []),
    caption: captions.length === 1 ? captions[0] : undefined,
    brand,
  };
}

function printedCode(
  { qrCode: { encodedUrl }, link }: ChosenQrCode,
  look: ResolvedStyle | undefined,
  { headline, parts }: PrintRequest,
  { caption, ...brand }: PrintedCode["brand"] & { caption: string },
): PrintedCode | null {
  if (!look) return null;
  const texts = {
    headline,
    // The internal name is never printed.
    name: parts.has("name") ? (link.publicName ?? "") : "",
    link: caption,
  };
  const line = parts.has("gtin") ? lineOf(encodedUrl) : null;
  return { encodedUrl, style: look.options, logo: look.logo, line, texts, brand };
}

/** The preview; null with a problem in the request. Adds problems of texts that can't be printed. */
async function previewOf({
  request,
  codes,
  chosen,
}: Awaited<ReturnType<typeof loadPrint>>): Promise<(PrintPreview & PrintInks) | null> {
  const { format, ink, problems } = request;
  if (!format || problems.size > 0) return null;
  const { drawPreview, printInks } = await import("../../../features/qr-codes/draw-print.ts");
  try {
    const label = `${format.label} with ${chosen.length === 1 ? "the code" : "the codes"}`;
    return { ...drawPreview(codes, format, label), ...printInks(codes, { format, spot: ink }) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "validation_failed") throw error;
    for (const { field, message } of error.details ?? [])
      problems.set(field === "headline" ? field : "show", message);
    return null;
  }
}

/** A file name for chosen codes: the name of their link, or their number. */
function namesOf(chosen: readonly ChosenQrCode[]): string {
  const [first] = chosen;
  const isOfOneLink = first && chosen.every(({ link }) => link.shortId === first.link.shortId);
  return safeName(isOfOneLink ? first.link.name : `${chosen.length} codes`);
}

/** Explains why there is nothing to print. */
const NoPrintPage = ({ workspace, problem }: { workspace: Workspace; problem?: string }) => (
  <Screen workspace={workspace} tab="Links" title="Print">
    <Empty
      title="No codes to print"
      action={<LinkButton href={`${workspace.base}/links`}>Open links</LinkButton>}
    >
      {problem === undefined
        ? "The codes could not be found. Open a link and choose among its codes."
        : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`}
    </Empty>
  </Screen>
);

/**
 * Responds for the codes of a query, or of a form that has the same fields, or with a page that explains why there is nothing
 * to print. A form also notes that the codes were downloaded for print, which nobody does who only looks at links.
 */
const withExplanation =
  (respond: (c: DashboardContext, search: URLSearchParams) => Promise<Response>) =>
  async (c: DashboardContext): Promise<Response> => {
    const isForm = c.req.method === "POST";
    if (isForm) requireScope(c.var.workspace.actor, CHANGE_LINK_SCOPE);
    try {
      return await respond(c, isForm ? (await readForm(c)).entries : searchOf(c));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [problem] = error.details ?? [];
      if (error.code === "not_found") return pageResponse(<NoPrintPage workspace={c.var.workspace} />, 404);
      if (error.code !== "validation_failed" || !problem) throw error;
      return pageResponse(<NoPrintPage workspace={c.var.workspace} problem={problem.message} />, 400);
    }
  };

const screen = withExplanation(async (c, search) => {
  const print = await loadPrint(c, search);
  const preview = await previewOf(print);
  return pageResponse(<PrintPage {...print} preview={preview} />, preview ? 200 : 400);
});

/** Notes the download of codes for print by a form, after the response. */
function noteDownload(c: DashboardContext, chosen: readonly ChosenQrCode[]): void {
  if (c.req.method !== "POST") return;
  const { qrCodes, waitUntil, now } = c.var.dependencies;
  const codes = chosen.map(({ qrCode }) => qrCode);
  waitUntil(qrCodes.noteDownload(codes, now()));
}

const pdf = withExplanation(async (c, search) => {
  const print = await loadPrint(c, search);
  const { format, ink } = print.request;
  // Nobody would notice what the file lacks.
  if (print.brand.isIncomplete) throw new ServiceError("service_unavailable", UNREADABLE);
  const preview = await previewOf(print);
  if (!preview || !format) return pageResponse(<PrintPage {...print} preview={null} />, 400);
  const { drawPrint } = await import("../../../features/qr-codes/draw-print.ts");
  noteDownload(c, print.chosen);
  const file = await drawPrint(print.codes, { format, spot: ink });
  return download(file, "application/pdf", `${namesOf(print.chosen)}, ${format.label}.pdf`);
});

const readZip = fieldReader({ format: optionalText, hri: oneOf(["0", "1"]) });

/** A ZIP archive of chosen codes in a `format`. */
const zip = withExplanation(async (c, search) => {
  const { workspace, dependencies } = c.var;
  const { format = "svg", hri = "0" } = readZip(search);
  if (!isImageFormat(format)) throw new ServiceError("not_found", "There is no such file.");
  const found = await exportChosenCodes(workspace.actor, { ...chosenIn(search), format, hri }, dependencies);
  if (!found) throw new ServiceError("not_found", "The codes don't exist.");
  noteDownload(c, found.chosen);
  return download(found.archive, "application/zip", `${namesOf(found.chosen)}.zip`);
});

/** The print screen and the files of chosen codes, below /codes. The URL or form holds the codes and all options. */
export const print = new Hono<DashboardEnv>()
  .get("/sheet", screen)
  .on(FORM, "/print.pdf", pdf)
  .on(FORM, "/codes.zip", zip);
