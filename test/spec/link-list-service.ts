import { expect } from "vitest";
import * as z from "zod";
import { type LinkResource, linkResource } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { expectApiHeaders, expectLink } from "../expectations.ts";
import { get, post, type RequestOptions } from "../requests.ts";
import { useService } from "../use-service.ts";

const page = z.strictObject({ data: linkResource.array(), nextCursor: z.string().optional() });

/** Starts the service for tests of `GET /v1/links`. */
export async function startLinkListService() {
  const service = await useService({ config: { main: "test/faults/worker.ts" } });
  const full = await service.issueKey({ createProjects: ["main", "shop"] });

  const create = async (changes: object = {}, key: RequestOptions = full, pair?: string) =>
    expectLink(await post(service, "/v1/links", linkBody(pair, changes), key));

  async function list(query: Record<string, string | number> = {}, key: RequestOptions = full) {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await get(service, `/v1/links?${text}`, key);
    expect(answer.status, answer.text.slice(0, 500)).toBe(200);
    expectApiHeaders(answer);
    return page.parse(answer.json);
  }

  /** Every link of a list, page by page. */
  async function all(query: Record<string, string | number> = {}, key: RequestOptions = full) {
    const links: LinkResource[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const next = await list({ ...query, ...(cursor !== undefined && { cursor }) }, key);
      links.push(...next.data);
      cursor = next.nextCursor;
    }
    return links;
  }
  const names = async (query: Record<string, string | number>, key: RequestOptions = full) =>
    (await all(query, key)).map(({ name }) => name).sort();

  return { service, full, create, list, all, names };
}
