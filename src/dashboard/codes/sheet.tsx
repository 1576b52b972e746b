import { Hono } from "hono";
import { ServiceError } from "../../core/errors.ts";
import { getChosenQrCodes } from "../../qr-codes/get-chosen-qr-codes.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { download } from "../layout/downloads.ts";
import { NO_PROBLEMS, problemsOf } from "../layout/forms.ts";
import { drawSheet } from "./draw-sheet.ts";
import { drawnCodes } from "./drawn-codes.ts";
import { printFile } from "./print-file.ts";
import { sheetLayout } from "./sheet-layout.ts";
import { NoSheetPage, SheetPage } from "./sheet-page.tsx";
import { zipFile } from "./zip-file.ts";

/** Answers with a file, or with what is to be changed. */
const answered =
  (file: (c: DashboardContext) => Promise<Response>) =>
  async (c: DashboardContext): Promise<Response> => {
    try {
      return await file(c);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "validation_failed") throw error;
      const problems = (error.details ?? []).map(({ field, message }) => `${field} ${message}`).join("; ");
      const shown = { fields: new Map([["code", `There is no file yet: ${problems}.`]]) };
      return pageResponse(<NoSheetPage place={c.var.place} problems={shown} />, 400);
    }
  };

const printed = answered(async (c) => {
  const { file, name } = await printFile(c);
  return download(file, "application/pdf", `${name}.pdf`);
});
const zipped = answered(zipFile);

/**
 * The print sheet, below /codes. Its address names codes by their ids (`code`), or links whose default codes are meant
 * (`link`), and says how they are drawn and laid out.
 */
export const sheet = new Hono<DashboardEnv>()
  .get("/print.pdf", printed)
  .get("/codes.zip", zipped)
  .get("/sheet", async (c) => {
    const { place, dependencies } = c.var;
    const search = new URL(c.req.url).searchParams;
    const input = { qrCodeIds: search.getAll("code"), linkIds: search.getAll("link") };
    try {
      const { chosen: codes, missing } = await getChosenQrCodes(place.actor, input, dependencies);
      if (codes.length === 0) return pageResponse(<NoSheetPage place={place} problems={NO_PROBLEMS} />, 404);
      const layout = sheetLayout(search, await drawnCodes(c, codes));
      const drawings = layout.columns === null ? [] : await drawSheet(codes, layout, dependencies);
      const page = (
        <SheetPage place={place} codes={codes} missing={missing} layout={layout} drawings={drawings} />
      );
      return pageResponse(page, layout.columns === null ? 400 : 200);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "validation_failed") throw error;
      return pageResponse(<NoSheetPage place={place} problems={problemsOf(error, ["code"])} />, 400);
    }
  });
