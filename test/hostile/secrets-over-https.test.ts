import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  AMAZON_SECRETS,
  ASSOCIATES_TAG,
  KROGER_SECRETS,
  WALMART_SECRETS,
} from "../availability/fake-retailers.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { withVariables } from "../faults/with-variables.ts";
import { type LocalServer, startServer } from "../platform/local-server.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";

const SECRETS = {
  ...WALMART_SECRETS,
  ...KROGER_SECRETS,
  ...AMAZON_SECRETS,
  DELIVERY_APP_API_KEY: "delivery-app-key",
};
/** The paths of Amazon's two hosts and of the other retailers on the server of this file. */
const PATHS = {
  WALMART_BASE_URL: "/walmart",
  KROGER_BASE_URL: "/kroger",
  AMAZON_BASE_URL: "/amazon",
  AMAZON_TOKEN_URL: "/amazon-token",
  DELIVERY_APP_BASE_URL: "",
};
type Name = keyof typeof PATHS;
const NAMES = Object.keys(PATHS) as Name[];

const withBackup = (retailerProductId: string, backup: string) => ({
  products: [{ retailerProductId, backupProductIds: [backup] }],
});
/** A link for the client of each retailer: products with a backup, and a list. */
const BODIES = [
  linkBody("bigbox_w add_to_cart", withBackup("1", "2")),
  linkBody("grocer_a product_detail", {
    ...withBackup("1111041700", "1111041701"),
    location: { zipCode: "60601" },
  }),
  linkBody("marketplace product_detail", withBackup("B000000001", "B000000002")),
  linkBody("delivery_app shopping_list"),
];

const shared = await useService({ config: { main: "test/faults/worker.ts" } });

/** Replaces every retailer and records requests with headers and bodies. */
let server: LocalServer;
let asked: { path: string; text: string }[];
beforeAll(async () => {
  server = await startServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push({ path: request.url ?? "", text: JSON.stringify(request.headers) + body });
    // As good as a token, so that the client continues.
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ access_token: `granted-at${request.url}`, expires_in: 3600 }));
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => server?.close());

/** The same server by an address at which secrets may not be sent unencrypted. */
const elsewhere = () => server.origin.replace("127.0.0.1", "[::ffff:127.0.0.1]");

/** Creates a link for each retailer and runs the jobs, with these variables at the other address. */
async function callsWith(unencrypted: readonly Name[]): Promise<{ paths: string[]; log: string }> {
  const addresses = NAMES.map((name) => [
    name,
    (unencrypted.includes(name) ? elsewhere() : server.origin) + PATHS[name],
  ]);
  const service = withVariables(shared, {
    ...Object.fromEntries(addresses),
    AMAZON_ASSOCIATES_TAG: ASSOCIATES_TAG,
    DELIVERY_APP_POSTAL_CODES: "60601",
    ...SECRETS,
  });
  const before = shared.logs().length;
  const { key } = await service.issueKey();
  for (const body of BODIES) expectLink(await post(service, "/v1/links", body, { key }));
  await service.scheduled("* * * * *", new Date(Date.now() + 3_600_000));
  return { paths: asked.map(({ path }) => path), log: shared.logs().slice(before).join("\n") };
}

/** The credentials of each client, as in its requests. */
const CREDENTIALS = {
  walmart: WALMART_SECRETS.WALMART_CONSUMER_ID,
  kroger: Buffer.from(Object.values(KROGER_SECRETS).join(":")).toString("base64"),
  amazonToken: AMAZON_SECRETS.AMAZON_CLIENT_SECRET,
  amazon: `Bearer granted-at${PATHS.AMAZON_TOKEN_URL}`,
  deliveryApp: `Bearer ${SECRETS.DELIVERY_APP_API_KEY}`,
};
/** The clients whose credentials arrived. */
const arrived = (): string[] =>
  Object.entries(CREDENTIALS)
    .filter(([, credential]) => asked.some(({ text }) => text.includes(credential)))
    .map(([client]) => client);

test("the other address reaches the same server", async () => {
  expect((await fetch(elsewhere())).status).toBe(200);
  expect(asked).toHaveLength(1);
});

test("at the address of the machine itself, every client sends its secret", async () => {
  await callsWith([]);
  expect(arrived()).toEqual(Object.keys(CREDENTIALS));
});

test("at any other http address, no client sends anything, and the log names the variables", async () => {
  const { paths, log } = await callsWith(NAMES);
  expect(paths).toEqual([]);
  for (const name of NAMES) expect(log).toContain(`${name} is not an https URL`);
  const secrets = Object.values(SECRETS).filter((secret) => secret.length > 1);
  for (const secret of secrets) expect(log).not.toContain(secret);
});

test.each<Name>(["AMAZON_BASE_URL", "AMAZON_TOKEN_URL"])(
  "with only %s at such an address, Amazon gets no request, and the others do",
  async (name) => {
    const { paths } = await callsWith([name]);
    expect(paths.filter((path) => path.startsWith("/amazon"))).toEqual([]);
    expect(arrived()).toEqual(["walmart", "kroger", "deliveryApp"]);
  },
);
