import { RETAILER_NAMES } from "../core/retailer-names.ts";
import {
  OFFER_RETAILERS,
  OPERATION_SCOPES,
  type OperationScope,
  retailerScope,
  type Scope,
} from "../core/vocabulary.ts";

/** A scope in plain words. */
export interface ScopeWords {
  scope: Scope;
  /** A few words, for a checkbox or a list. */
  label: string;
  /** What a key with the scope can do. */
  sentence: string;
}

const OPERATIONS: Readonly<Record<OperationScope, Omit<ScopeWords, "scope">>> = {
  "links:write": {
    label: "Create and change links",
    sentence: "Creates links, and changes links or switches them off, at the retailers that are chosen too.",
  },
  "links:read": {
    label: "Read links and visits",
    sentence: "Lists and searches links, and reads their QR codes, history and visits.",
  },
  "qr-codes:write": {
    label: "Add and change QR codes",
    sentence: "Adds QR codes to links and renames them, at the retailers that are chosen too.",
  },
  "projects:read": {
    label: "Read projects",
    sentence: "Lists projects and reads how their links look to shoppers.",
  },
  "projects:write": {
    label: "Create and change projects",
    sentence: "Creates and renames projects, and sets their brand and logo.",
  },
  "exports:write": {
    label: "Export everything",
    sentence: "Exports all links, codes, URLs and visits of the organization, and downloads them.",
  },
};

/** Every scope in plain words: first those of operations, then those of retailers. */
export const SCOPE_WORDS: readonly ScopeWords[] = [
  ...OPERATION_SCOPES.map((scope) => ({ scope, ...OPERATIONS[scope] })),
  ...OFFER_RETAILERS.map((retailer) => ({
    scope: retailerScope(retailer),
    label: RETAILER_NAMES[retailer],
    sentence: `Writes links and QR codes of ${RETAILER_NAMES[retailer]}, together with a scope to write.`,
  })),
];
