import type { FieldChange } from "../../audit/activity.ts";
import type { HistoryEntry } from "../../audit/activity-store.ts";
import { CHANGED_AT, CREATED_AT, LINK, LINK_ID } from "./links.ts";

const entry = (version: number, at: string, changes: FieldChange[]): HistoryEntry => ({
  version,
  activity: {
    id: `act_01kjq5c8n0v3w7x9y2z4a6b8c${version}`,
    at,
    actor: { type: "api_key", id: "key_01kjq4h2m8r5t7v9x1z3b5d7fg" },
    organizationId: "demo",
    object: { type: "link", id: LINK_ID },
    changes,
  },
  destination: LINK.destination,
  actorName: "Website",
});

/** The history of the examples' link, the newest first. */
export const EXAMPLE_HISTORY: readonly HistoryEntry[] = [
  entry(2, CHANGED_AT, [{ field: "publicName", from: LINK.publicName, to: "Sunday breakfast" }]),
  entry(1, CREATED_AT, []),
];
