import type { ExtendedLink } from "../../src/surfaces/api/extended-resources.ts";
import { linkBody } from "../bodies.ts";
import { expectExtendedLink } from "../expectations.ts";
import { type Fault, faultHeader, LATER } from "../faults/faults.ts";
import { type Answer, get, type Json, post, type RequestOptions, send } from "../requests.ts";
import { useService } from "../use-service.ts";

export const HOUR = 3_600_000;
export const ENDED_URL = "https://brand.example/next-time";
/** A time this many milliseconds from now, as callers write it. */
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
export const PAST = { activeFrom: inMs(-2 * HOUR), activeUntil: inMs(-HOUR) };
export const FUTURE = { activeFrom: inMs(HOUR), activeUntil: inMs(2 * HOUR) };
export const PRESENT = { activeFrom: inMs(-HOUR), activeUntil: inMs(HOUR) };

const BROWSER = { Accept: "text/html", "User-Agent": "Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36" };
export const headingOf = ({ text }: Answer): string => /<h1[^>]*>([^<]*)/.exec(text)?.[1] ?? "";
export const leadsTo = ({ status, headers }: Answer) => [status, headers.get("Location")];
export const later = (ms: number) => ({ [LATER]: String(ms) });
export const down = (...bindings: string[]) =>
  faultHeader(Object.fromEntries(bindings.map((name): [string, Fault] => [name, "throws"])));

/** A service with the faults of worker.ts and helpers for schedules. */
export async function useSchedules() {
  const service = await useService({ config: { main: "test/faults/worker.ts" } });
  const { key } = await service.issueKey();
  const created = async (schedule: object, changes: object = {}): Promise<ExtendedLink> =>
    expectExtendedLink(
      await post(service, "/v1/links?include=all", linkBody("custom custom_url", { schedule, ...changes }), {
        key,
      }),
    );
  const refusedCreate = async (schedule: unknown): Promise<Answer> =>
    post(service, "/v1/links", linkBody("custom custom_url", { schedule }), { key });
  const patch = (id: string, body: object, options: RequestOptions = {}): Promise<Answer> =>
    send(service, "PATCH", `/v1/links/${id}?include=all`, body, { key, ...options });
  const read = async (id: string): Promise<ExtendedLink> =>
    expectExtendedLink(await get(service, `/v1/links/${id}?include=all`, { key }), 200);
  const definition = async (id: string): Promise<Json> =>
    (await get(service, `/v1/links/${id}/definition`, { key })).json.data;

  const visit = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> =>
    send(service, method, path, undefined, { headers: { ...BROWSER, ...headers } });
  return { service, key, created, refusedCreate, patch, read, definition, visit };
}
