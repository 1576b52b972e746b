import { GET_QR_CODES_SCOPE, listQrCodes } from "../../features/qr-codes/get-qr-codes.ts";
import { codeOf, examplePoster, LINK_PATH } from "./examples/link-examples.ts";
import { anyQrCode } from "./extended-resources.ts";
import { INCLUDE_NOTHING } from "./include.ts";
import { operation } from "./operation.ts";
import { presentQrCode } from "./presenters.ts";
import { qrCodePageHead } from "./request-head.ts";
import { pageOf } from "./resources.ts";

export const listQrCodesOperation = operation({
  id: "listQrCodes",
  method: "GET",
  path: "/v1/links/{linkId}/qr-codes",
  tag: "QR codes",
  summary: "List the QR codes of a link",
  description: "Lists the codes ordered by identifier.",
  scope: GET_QR_CODES_SCOPE,
  head: qrCodePageHead,
  response: { status: 200, description: "A page of QR codes.", schema: pageOf(anyQrCode) },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The codes of a link",
      path: LINK_PATH,
      response: (origins) => ({
        data: [presentQrCode(codeOf(origins), origins, INCLUDE_NOTHING), examplePoster(origins)],
      }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const { linkId } = head.param;
    const { include, ...query } = head.query;
    const { qrCodes, nextCursor } = await listQrCodes(actor, { linkId, ...query }, dependencies);
    return Response.json({
      data: qrCodes.map((qrCode) => presentQrCode(qrCode, origins, include)),
      ...(nextCursor !== null && { nextCursor }),
    });
  },
});
