import { choiceBody } from "../bodies.ts";
import { expectError, expectExtendedLink } from "../expectations.ts";
import { type Answer, get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

/** The destination of the first offer of `choiceBody`. */
export const CART = "https://www.walmart.com/sc/cart/addToCart?items=123456789_2";
/** The affiliate settings of its variables. */
export const SERVICE_AFFILIATE = { marketplace: { tags: { US: "brand-20" } } };
/** The offer keys of a link. */
export const KEYS = ["bigbox-w", "marketplace", "custom", "own"];

/** A running service with helpers for choice links. */
export async function useChoiceApi() {
  const service = await useService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
  const full = await service.issueKey();
  const create = (changes: object = {}, key = full.key): Promise<Answer> =>
    post(service, "/v1/links?include=offers", choiceBody(changes), { key });
  return {
    service,
    full,
    create,
    made: async (changes: object = {}) => expectExtendedLink(await create(changes)),
    read: async (path: string): Promise<Json> => (await get(service, `/v1/links/${path}`, full)).json.data,
    patch: (id: string, body: object): Promise<Answer> =>
      send(service, "PATCH", `/v1/links/${id}?include=offers`, body, full),
  };
}

/** The fields in the error for a body. */
export const fieldsOf = (answer: Answer): string[] =>
  expectError(answer, 400, "validation_failed").details?.map(({ field }) => field) ?? [];
