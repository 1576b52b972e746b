import {
  OFFER_RETAILERS,
  OPERATION_SCOPES,
  type OperationScope,
  RETAILER_NAMES,
  retailerScope,
  type Scope,
} from "../../ground/core/vocabulary.ts";

interface ScopeDescription {
  scope: Scope;
  /** For a checkbox or a list. */
  label: string;
  /** What a key with the scope can do, as a sentence. */
  sentence: string;
}

const OPERATIONS: Readonly<Record<OperationScope, Omit<ScopeDescription, "scope">>> = {
  "links:write": {
    label: "Create and change links",
    sentence: "Creates, changes and deactivates links at the selected retailers.",
  },
  "links:read": {
    label: "Read links and visits",
    sentence: "Lists and searches links, and reads their QR codes, history and visits.",
  },
  "qr-codes:write": {
    label: "Add and change QR codes",
    sentence: "Adds and renames QR codes of links at the selected retailers.",
  },
  "projects:read": {
    label: "Read projects",
    sentence: "Lists projects and reads their brand.",
  },
  "projects:write": {
    label: "Create and change projects",
    sentence: "Creates and renames projects, and sets their brand and logo.",
  },
  "exports:write": {
    label: "Export everything",
    sentence: "Exports all links, codes, URLs and visits of the organization, and downloads them.",
  },
  "events:read": {
    label: "Read events",
    sentence: "Reads what happened to links, codes, pages, products, imports and keys.",
  },
  "webhooks:write": {
    label: "Manage webhooks",
    sentence: "Manages webhooks, and reads their deliveries.",
  },
};

/** Every scope with its description: operations first, then retailers. */
export const SCOPE_DESCRIPTIONS: readonly ScopeDescription[] = [
  ...OPERATION_SCOPES.map((scope) => ({ scope, ...OPERATIONS[scope] })),
  ...OFFER_RETAILERS.map((retailer) => ({
    scope: retailerScope(retailer),
    label: RETAILER_NAMES[retailer],
    sentence: `Writes links and QR codes of ${RETAILER_NAMES[retailer]}. Needs a write scope.`,
  })),
];
