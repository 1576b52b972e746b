import { getOwnKey } from "../access/get-own-key.ts";
import { taggedResponse } from "./entity-tags.ts";
import { EXAMPLE_KEY } from "./examples/key.ts";
import { keyResource, presentOwnKey } from "./key-resource.ts";
import { operation } from "./operation.ts";
import { keyHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

/** The operation `GET /v1/key`. */
export const getKeyOperation = operation({
  id: "getKey",
  method: "GET",
  path: "/v1/key",
  tag: "Keys",
  summary: "Retrieve the key that asks",
  description:
    "The organization, projects, scopes and expiry of the API key of the request: what a program may do with it, before it " +
    "tries.",
  scope: null,
  head: keyHead,
  answer: { status: 200, description: "The key.", schema: dataOf(keyResource), headers: ["ETag"] },
  errors: [],
  examples: [{ summary: "A key", answer: () => ({ data: presentOwnKey(EXAMPLE_KEY) }) }],
  handle: async ({ actor, dependencies }) =>
    taggedResponse(presentOwnKey(await getOwnKey(actor, dependencies))),
});
