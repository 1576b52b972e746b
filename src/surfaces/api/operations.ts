import { changeLinkOperation } from "./change-link-operation.ts";
import { changeProjectOperation } from "./change-project-operation.ts";
import { changeQrCodeOperation } from "./change-qr-code-operation.ts";
import { getCodeStyleOperation, setCodeStyleOperation } from "./code-style-operations.ts";
import { createLinkOperation } from "./create-link-operation.ts";
import { createLinksOperation } from "./create-links-operation.ts";
import { createProjectOperation } from "./create-project-operation.ts";
import { createQrCodeOperation } from "./create-qr-code-operation.ts";
import { getEventOperation, listEventsOperation } from "./event-operations.ts";
import { createExportOperation, getExportOperation } from "./export-operations.ts";
import { findRetailersOperation } from "./find-retailers-operation.ts";
import { getKeyOperation } from "./get-key-operation.ts";
import { getLinkDefinitionOperation } from "./get-link-definition-operation.ts";
import { getLinkDestinationOperation } from "./get-link-destination-operation.ts";
import { getLinkHistoryOperation } from "./get-link-history-operation.ts";
import { getLinkOperation } from "./get-link-operation.ts";
import { getLinkVisitsOperation } from "./get-link-visits-operation.ts";
import { getProjectOperation } from "./get-project-operation.ts";
import { getQrCodeOperation } from "./get-qr-code-operation.ts";
import { getVisitsOperation } from "./get-visits-operation.ts";
import { listLinksOperation } from "./list-links-operation.ts";
import { listProjectsOperation } from "./list-projects-operation.ts";
import { listQrCodesOperation } from "./list-qr-codes-operation.ts";
import type { MountedOperation } from "./operation.ts";
import { previewLinkOperation } from "./preview-link-operation.ts";
import { putProjectLogoOperation } from "./put-project-logo-operation.ts";
import { WEBHOOK_OPERATIONS } from "./webhook-operations.ts";

/** Every operation that requires an API key, in the order of the OpenAPI document. */
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
  createExportOperation,
  getExportOperation,
  getKeyOperation,
  findRetailersOperation,
  getLinkVisitsOperation,
  getVisitsOperation,
  listEventsOperation,
  getEventOperation,
  ...WEBHOOK_OPERATIONS,
];
