import { newApiKey } from "../../src/features/access/api-key.ts";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { creates } from "./requests.ts";

/** Workers that call the handler of `index.js` as often as the request's `calls`, without HTTP around it. */

/** Visits one link, like 40 browsers in turn. With `referred`, each visit comes from a page. */
export const visiting = ({ referred = false } = {}): string => `import worker from "./index.js";
export default {
  async fetch(request, env, context) {
    const requests = Array.from({ length: 40 }, (_, index) => new Request("http://go.example.com/abcdefgh", {
      headers: {
        "User-Agent": \`Mozilla/5.0 (iPhone; CPU iPhone OS 18_\${index} like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148\`,
        Accept: "text/html,*/*;q=0.8",
        "CF-IPCountry": "US",
        ${referred ? 'Referer: "https://www.instagram.com/",' : ""}
      },
    }));
    const calls = Number(new URL(request.url).searchParams.get("calls"));
    for (let call = 0; call < calls; call++) {
      const answer = worker.fetch(requests[call % requests.length], env, context);
      if (answer instanceof Promise) await answer;
    }
    return new Response();
  },
};`;

/** Creates links with bindings that respond immediately, to measure a create without its storage. */
export async function creating(): Promise<string> {
  const { key } = await newApiKey();
  const next = creates(key);
  const requests = Array.from({ length: 40 }, () => {
    const { method, headers, body = "" } = next();
    // A body with a length, as over HTTP.
    return { method, body, headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) } };
  });
  const row = {
    ...{ id: "key_1", organizationId: "acme", prefix: key.slice(0, 10), name: "bench", projects: null },
    ...{ settings: "{}", scopes: JSON.stringify(SCOPES), createdAt: "2026-11-01T00:00:00.000Z" },
    ...{ expiresAt: null, revokedAt: null, lastUsedAt: null },
  };
  return `import worker from "./index.js";
const requests = ${JSON.stringify(requests)};
const row = ${JSON.stringify(row)};
const meta = { changes: 1 };
const statement = (values) => ({
  values, bind: (...bound) => statement(bound), first: async () => row,
  all: async () => ({ results: [], meta }), run: async () => ({ results: [], meta }),
});
// The first statement writes the link and returns its id.
const outcome = ({ values }) => ({ results: [{ id: /"id":"([^"]+)"/.exec(values[0])?.[1] }], meta });
const DB = { prepare: () => statement([]), batch: async (statements) => statements.map(outcome) };
const kv = { get: async () => null, put: async () => {} };
const limiter = { limit: async () => ({ success: true }) };
const origins = { SHORT_LINK_ORIGIN: "https://go.example.com", API_ORIGIN: "https://api.example.com" };
const limiters = { API_RATE_LIMIT: limiter, AUTHENTICATION_RATE_LIMIT: limiter };
const queue = { send: async () => {} };
const env = { ...origins, ...limiters, DB, LINKS: kv, IDEMPOTENCY: kv, WEBHOOKS: queue };
export default {
  async fetch(request, _env, context) {
    const calls = Number(new URL(request.url).searchParams.get("calls"));
    for (let call = 0; call < calls; call++) {
      const create = new Request("https://api.example.com/v1/links", requests[call % requests.length]);
      const answer = await worker.fetch(create, env, context);
      if (answer.status !== 201) return answer;
    }
    return new Response();
  },
};`;
}
