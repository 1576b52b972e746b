import { changeLinkOperation } from "./change-link.ts";
import { changeProjectOperation } from "./change-project.ts";
import { changeQrCodeOperation } from "./change-qr-code.ts";
import { getCodeStyleOperation, setCodeStyleOperation } from "./code-styles.ts";
import { createLinkOperation } from "./create-link.ts";
import { createLinksOperation } from "./create-links.ts";
import { createProjectOperation } from "./create-project.ts";
import { createQrCodeOperation } from "./create-qr-code.ts";
import { findRetailersOperation } from "./find-retailers.ts";
import { getKeyOperation } from "./get-key.ts";
import { getLinkOperation } from "./get-link.ts";
import { getLinkDefinitionOperation } from "./get-link-definition.ts";
import { getLinkDestinationOperation } from "./get-link-destination.ts";
import { getLinkHistoryOperation } from "./get-link-history.ts";
import { getLinkVisitsOperation } from "./get-link-visits.ts";
import { getProjectOperation } from "./get-project.ts";
import { getQrCodeOperation } from "./get-qr-code.ts";
import { getVisitsOperation } from "./get-visits.ts";
import { getEventOperation, listEventsOperation } from "./list-events.ts";
import { listLinksOperation } from "./list-links.ts";
import { listProjectsOperation } from "./list-projects.ts";
import { listQrCodesOperation } from "./list-qr-codes.ts";
import type { MountedOperation } from "./operation.ts";
import { previewLinkOperation } from "./preview-link.ts";
import { putProjectLogoOperation } from "./put-project-logo.ts";
import { WEBHOOK_OPERATIONS } from "./webhooks.ts";

/** Every operation that takes an API key, in the order of the OpenAPI document. */
export const OPERATIONS: readonly MountedOperation[] = [
  createLinkOperation,
  createLinksOperation,
  listLinksOperation,
  previewLinkOperation,
  getLinkOperation,
  changeLinkOperation,
  getLinkDefinitionOperation,
  getLinkDestinationOperation,
  getLinkHistoryOperation,
  createQrCodeOperation,
  listQrCodesOperation,
  getQrCodeOperation,
  changeQrCodeOperation,
  createProjectOperation,
  listProjectsOperation,
  getProjectOperation,
  changeProjectOperation,
  putProjectLogoOperation,
  getCodeStyleOperation,
  setCodeStyleOperation,
  getKeyOperation,
  findRetailersOperation,
  getLinkVisitsOperation,
  getVisitsOperation,
  listEventsOperation,
  getEventOperation,
  ...WEBHOOK_OPERATIONS,
];
