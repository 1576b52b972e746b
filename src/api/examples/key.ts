import type { OwnKey } from "../../access/get-own-key.ts";
import { SCOPES } from "../../core/vocabulary.ts";
import { CREATED_AT } from "./links.ts";

/** The key of the examples' requests. */
export const EXAMPLE_KEY: OwnKey = {
  key: {
    id: "key_01kjq5c8n0v3w7x9y2z4a6b8cd",
    organizationId: "maple-and-pine",
    prefix: "slk_a1b2c3",
    name: "Web shop",
    scopes: SCOPES,
    projects: "all",
    createdAt: CREATED_AT,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    issuedBy: { type: "member", id: "mem_01kjq5c8n0v3w7x9y2z4a6b8cd" },
  },
  organization: { id: "maple-and-pine", name: "Maple & Pine", createdAt: CREATED_AT, timeZone: "UTC" },
};
