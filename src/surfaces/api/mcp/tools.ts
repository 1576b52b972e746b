import { qrCodeRequest } from "../../../features/qr-codes/qr-code-request.ts";
import { changeLinkOperation } from "../change-link-operation.ts";
import { createLinkOperation } from "../create-link-operation.ts";
import { createQrCodeOperation } from "../create-qr-code-operation.ts";
import { listEventsOperation } from "../event-operations.ts";
import { findRetailersOperation } from "../find-retailers-operation.ts";
import { getLinkDestinationOperation } from "../get-link-destination-operation.ts";
import { getLinkOperation } from "../get-link-operation.ts";
import { getLinkVisitsOperation } from "../get-link-visits-operation.ts";
import { getVisitsOperation } from "../get-visits-operation.ts";
import { listLinksOperation } from "../list-links-operation.ts";
import { previewLinkOperation } from "../preview-link-operation.ts";
import { listWebhooksOperation } from "../webhook-operations.ts";
import { describeLinkTool, linkArgument, patchArgument } from "./describe-link-tool.ts";
import { operationTool } from "./operation-tool.ts";
import { qrCodeTool } from "./qr-code-tool.ts";
import { CHANGES, CREATES, type McpTool, READS } from "./tool.ts";

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
