import { GET_QR_CODES_SCOPE } from "../../../features/access/scopes.ts";
import { drawImage } from "../../../features/qr-codes/draw-image.ts";
import { getQrCode, qrCodeNotFound } from "../../../features/qr-codes/get-qr-codes.ts";
import { qrCodeRequest } from "../../../features/qr-codes/qr-code-request.ts";
import { readImageOptions } from "../../../features/qr-codes/read-image-options.ts";
import { qrCodeId } from "../../../ground/core/ids.ts";
import { parse } from "../../../ground/core/validation.ts";
import { changeLinkOperation } from "../change-link-operation.ts";
import { createLinkOperation } from "../create-link-operation.ts";
import { listEventsOperation } from "../event-operations.ts";
import { findRetailersOperation } from "../find-retailers-operation.ts";
import { INCLUDE_NOTHING } from "../include.ts";
import {
  getLinkDestinationOperation,
  getLinkOperation,
  listLinksOperation,
} from "../link-read-operations.ts";
import { presentQrCode } from "../presenters.ts";
import { previewLinkOperation } from "../preview-link-operation.ts";
import { createQrCodeOperation } from "../qr-code-operations.ts";
import { qrCodePath } from "../request-head.ts";
import { getLinkVisitsOperation, getVisitsOperation } from "../visit-operations.ts";
import { listWebhooksOperation } from "../webhook-operations.ts";
import { describeLinkTool, linkArgument, patchArgument } from "./describe-link-tool.ts";
import { CHANGES, CREATES, type McpTool, operationTool, READS, schemaOf } from "./operation-tool.ts";

/** Width of the image for a model, in pixels. */
const SIZE = 512;

/** The tool that returns a code as an image. */
const qrCodeTool: McpTool = {
  name: "get_qr_code",
  title: "Show a QR code",
  description:
    "Returns a QR code of a link as a PNG image, with its URL and the URL that it encodes. The default code has the " +
    "identifier `default`. For print, use `imageUrl` with the extension .pdf, .eps or .svg instead of this image.",
  scope: GET_QR_CODES_SCOPE,
  inputSchema: schemaOf(qrCodePath),
  annotations: READS,
  async call(args, { actor, dependencies }) {
    const { linkId, identifier } = parse(qrCodePath, args);
    const code = await getQrCode(actor, { linkId, identifier }, dependencies);
    const options = readImageOptions("png", { size: [String(SIZE)] });
    const image = { qrCodeId: qrCodeId(linkId, identifier), format: "png", options } as const;
    const drawn = await drawImage(image, dependencies);
    if (!drawn) throw qrCodeNotFound();
    const bytes = new Uint8Array(await new Response(drawn.body).arrayBuffer());
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const shown = { data: presentQrCode(code, dependencies.origins, INCLUDE_NOTHING) };
    return {
      content: [
        { type: "image", data, mimeType: "image/png" },
        { type: "text", text: JSON.stringify(shown) },
      ],
      structuredContent: shown,
    };
  },
};

/** The tools of the MCP server. Keys, members, imports, exports and shared reports are for people only. */
export const TOOLS: readonly McpTool[] = [
  describeLinkTool,
  operationTool({
    name: "preview_link",
    title: "Preview a link",
    description:
      "Returns the destination of such a link, the rule that chooses it, and warnings, such as an impossible product id. " +
      "Creates nothing. Call it before create_link, and show its warnings. A choice may have `visit` in `link`, such as " +
      '`{"country":"CA","device":"phone","system":"ios"}`: the result says which offer such a visit gets, and why.',
    operation: previewLinkOperation,
    body: { name: "link", schema: linkArgument },
    annotations: READS,
  }),
  operationTool({
    name: "find_links",
    title: "Find links",
    description:
      "Lists links, newest first, or searches them by part of a name, short id, URL or product id (`q`). A page may be " +
      "empty and still have `nextCursor`: keep paging with it as `cursor`.",
    operation: listLinksOperation,
    annotations: READS,
  }),
  operationTool({
    name: "get_link",
    title: "Read a link",
    description: "Returns a link and its `revision`, which update_link requires.",
    operation: getLinkOperation,
    returnsRevision: true,
    annotations: READS,
  }),
  operationTool({
    name: "explain_destination",
    title: "Explain a link's destination",
    description:
      "Returns the current destination of a link, why and since when it applies, and the availability of its products.",
    operation: getLinkDestinationOperation,
    annotations: READS,
  }),
  operationTool({
    name: "get_visits",
    title: "Count visits",
    description:
      "Returns scans of QR codes, clicks, robots and previews of all links or of a project, by day or by code, country, " +
      "device, link, retailer or source. People are scans + clicks.",
    operation: getVisitsOperation,
    annotations: READS,
  }),
  operationTool({
    name: "get_link_visits",
    title: "Count visits of a link",
    description: "Like get_visits, for one link.",
    operation: getLinkVisitsOperation,
    annotations: READS,
  }),
  operationTool({
    name: "find_stores",
    title: "Find stores of the delivery app",
    description: "Finds stores and the options that route a shopping list, recipe or product link to them.",
    operation: findRetailersOperation,
    annotations: READS,
  }),
  operationTool({
    name: "list_events",
    title: "List what happened",
    description: "Lists events, oldest first. Continue with `nextCursor` as `after` while `hasMore` is true.",
    operation: listEventsOperation,
    annotations: READS,
  }),
  operationTool({
    name: "list_webhooks",
    title: "List webhooks",
    description: "Returns where events are sent, and whether that fails.",
    operation: listWebhooksOperation,
    annotations: READS,
  }),
  qrCodeTool,
  operationTool({
    name: "create_link",
    title: "Create a link",
    description:
      "Creates a short link and its default QR code. Preview it first. Printed codes can't be recalled, and links are never " +
      "deleted. The same arguments within 24 hours return the same link.",
    operation: createLinkOperation,
    body: { name: "link", schema: linkArgument },
    annotations: CREATES,
  }),
  operationTool({
    name: "create_qr_code",
    title: "Add a QR code",
    description:
      "Adds a QR code to a link, to distinguish the places where it is printed. It can't be removed.",
    operation: createQrCodeOperation,
    body: { name: "qrCode", schema: qrCodeRequest },
    annotations: CREATES,
  }),
  operationTool({
    name: "update_link",
    title: "Change a link",
    description:
      "Changes a link with a JSON merge patch: printed codes redirect to the new destination within 40 seconds. " +
      '`{"status":"inactive"}` switches it off. Requires the `revision` from get_link. Ask the user first.',
    operation: changeLinkOperation,
    body: { name: "patch", schema: patchArgument },
    requiresRevision: true,
    returnsRevision: true,
    annotations: CHANGES,
  }),
];
