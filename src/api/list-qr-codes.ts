import { GET_QR_CODES_SCOPE, listQrCodes } from "../qr-codes/get-qr-codes.ts";
import { codeOf, LINK_PATH } from "./examples/links.ts";
import { posterCode } from "./examples/qr-codes.ts";
import { operation } from "./operation.ts";
import { presentQrCode } from "./presenters.ts";
import { linkPageHead } from "./request-head.ts";
import { pageOf, qrCodeResource } from "./resources.ts";

/** The operation `GET /v1/links/{linkId}/qr-codes`. */
export const listQrCodesOperation = operation({
  id: "listQrCodes",
  method: "GET",
  path: "/v1/links/{linkId}/qr-codes",
  tag: "QR codes",
  summary: "List the QR codes of a link",
  description: "In the order of their identifiers.",
  scope: GET_QR_CODES_SCOPE,
  head: linkPageHead,
  answer: { status: 200, description: "A page of QR codes.", schema: pageOf(qrCodeResource) },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The codes of a link",
      path: LINK_PATH,
      answer: (origins) => ({
        data: [codeOf(origins), posterCode(origins)].map((code) => presentQrCode(code, origins)),
      }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const { linkId } = head.param;
    const { qrCodes, nextCursor } = await listQrCodes(actor, { linkId, ...head.query }, dependencies);
    return Response.json({
      data: qrCodes.map((qrCode) => presentQrCode(qrCode, origins)),
      ...(nextCursor !== null && { nextCursor }),
    });
  },
});
