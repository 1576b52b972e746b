import type { OperationScope } from "../../ground/core/vocabulary.ts";

// The scope that each verb of features needs, besides that of a link's retailer and what permissions.ts requires. Screens ask
// for it here, so that they can show what a person may do without the verb.

export const GET_LINK_SCOPE: OperationScope = "links:read";
export const LIST_LINKS_SCOPE: OperationScope = "links:read";
export const CREATE_LINK_SCOPE: OperationScope = "links:write";
export const CHANGE_LINK_SCOPE: OperationScope = "links:write";

export const GET_QR_CODES_SCOPE: OperationScope = "links:read";
export const CREATE_QR_CODE_SCOPE: OperationScope = "qr-codes:write";
export const CHANGE_QR_CODE_SCOPE: OperationScope = "qr-codes:write";

export const GET_VISITS_SCOPE: OperationScope = "links:read";

export const GET_PROJECTS_SCOPE: OperationScope = "projects:read";
export const CREATE_PROJECT_SCOPE: OperationScope = "projects:write";
export const CHANGE_PROJECT_SCOPE: OperationScope = "projects:write";
export const GET_CODE_STYLE_SCOPE: OperationScope = "projects:read";
export const SET_CODE_STYLE_SCOPE: OperationScope = "projects:write";
