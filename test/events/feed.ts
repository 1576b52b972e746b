import { expect } from "vitest";
import { eventResource } from "../../src/surfaces/api/event-operations.ts";
import { get, type Json } from "../requests.ts";
import type { IssuedKey, RunningService } from "../service.ts";

/** What follows the events of an organization with a key. */
export interface Feed {
  /** The events since the last call, each as the contract has it. */
  next(query?: Record<string, string>): Promise<Json[]>;
  /** Comes back once there is an event since the last call of which this is true, with all of them. */
  until(isWanted: (event: Json) => boolean): Promise<Json[]>;
}

export function feedOf(service: RunningService, key: IssuedKey): Feed {
  let cursor: string | undefined;
  const next = async (query: Record<string, string> = {}): Promise<Json[]> => {
    const events: Json[] = [];
    for (let hasMore = true; hasMore; ) {
      const asked = new URLSearchParams({ ...query, ...(cursor !== undefined && { after: cursor }) });
      const { status, json } = await get(service, `/v1/events?${asked}`, key);
      expect(status).toBe(200);
      cursor = json.nextCursor;
      hasMore = json.hasMore;
      for (const event of json.data) expect(eventResource.parse(event)).toEqual(event);
      events.push(...json.data);
    }
    return events;
  };
  return {
    next,
    async until(isWanted) {
      const seen: Json[] = [];
      await expect
        .poll(
          async () => {
            seen.push(...(await next()));
            return seen.some(isWanted);
          },
          { timeout: 30_000 },
        )
        .toBe(true);
      return seen;
    },
  };
}
