import { drawImage } from "../../../features/qr-codes/draw-image.ts";
import { GET_QR_CODES_SCOPE, getQrCode, qrCodeNotFound } from "../../../features/qr-codes/get-qr-codes.ts";
import { readImageOptions } from "../../../features/qr-codes/image-options.ts";
import { qrCodeId } from "../../../ground/core/ids.ts";
import { parse } from "../../../ground/core/validation.ts";
import { INCLUDE_NOTHING } from "../include.ts";
import { presentQrCode } from "../presenters.ts";
import { qrCodePath } from "../request-head.ts";
import { type McpTool, READS, schemaOf } from "./tool.ts";

/** Width of the image for a model, in pixels. */
const SIZE = 512;

/** The tool that returns a code as an image. */
export const qrCodeTool: McpTool = {
  name: "get_qr_code",
  title: "Show a QR code",
  description:
    "Returns a QR code of a link as a PNG image, with its URL and the URL that it encodes. The default code has the " +
    "identifier `default`. For print, use `imageUrl` with the extension .pdf, .eps or .svg instead of this image.",
  scope: GET_QR_CODES_SCOPE,
  inputSchema: schemaOf(qrCodePath),
  annotations: READS,
  async call(args, { actor, origins, dependencies }) {
    const { linkId, identifier } = parse(qrCodePath, args);
    const code = await getQrCode(actor, { linkId, identifier }, dependencies);
    const options = readImageOptions("png", { size: [String(SIZE)] });
    const image = { qrCodeId: qrCodeId(linkId, identifier), format: "png", options } as const;
    const drawn = await drawImage(image, dependencies);
    if (!drawn) throw qrCodeNotFound();
    const bytes = new Uint8Array(await new Response(drawn.body).arrayBuffer());
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const shown = { data: presentQrCode(code, origins, INCLUDE_NOTHING) };
    return {
      content: [
        { type: "image", data, mimeType: "image/png" },
        { type: "text", text: JSON.stringify(shown) },
      ],
      structuredContent: shown,
    };
  },
};
