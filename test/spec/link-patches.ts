import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { type Answer, type Json, post, type RequestOptions, send } from "../requests.ts";
import { useService } from "../use-service.ts";

/** Starts the service with a key for changing links. */
export async function startChangeLinkService() {
  const service = await useService();
  const { key } = await service.issueKey();

  const create = async (pair?: string, changes: object = {}) =>
    expectLink(await post(service, "/v1/links", linkBody(pair, changes), { key }));
  const patch = (id: string, body: unknown, options: RequestOptions = {}): Promise<Answer> =>
    send(service, "PATCH", `/v1/links/${id}`, body, { key, ...options });
  /** A link as it is stored. */
  const row = (id: string): Promise<Json> =>
    service.env.DB.prepare("SELECT * FROM links WHERE id = ?1").bind(id).first();
  return { service, key, create, patch, row };
}
