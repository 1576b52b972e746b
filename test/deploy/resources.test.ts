import { expect, test } from "vitest";
import { type Account, CloudflareError } from "../../src/surfaces/cli/cloudflare/account.ts";
import { type Deployment, readDeployment } from "../../src/surfaces/cli/configuration/deployment.ts";
import {
  findBuckets,
  findDatabase,
  findDomains,
  findNamespaces,
  findQueues,
  findWorker,
  readAccount,
} from "../../src/surfaces/cli/deploy/resources.ts";

const deployment = await readDeployment({ remote: true });

/** An account with these results of requests; any other is not found. A number is the status of a rejection. */
function found(results: Readonly<Record<string, unknown>>, changed: Partial<Deployment> = {}) {
  const respond = async (path: string) => {
    const result = results[path] ?? 404;
    if (typeof result === "number") throw new CloudflareError(result, `Cloudflare rejected ${path}`);
    return result;
  };
  const account = {
    id: "acc",
    call: respond,
    list: respond,
    wrangler: () => expect.fail("nothing is written"),
  } as unknown as Account;
  return readAccount(account, { ...deployment, ...changed });
}

test.each([
  ["go.example.com", [], "go.example.com from its DNS record, if it has one"],
  ["example.com", [], "example.com from its DNS record, if it has one"],
  [
    "go.example.com",
    [{ hostname: "go.example.com", service: "old-shop" }],
    "go.example.com from the Worker old-shop",
  ],
  ["go.example.com", [{ hostname: "go.example.com", service: deployment.worker }], undefined],
])("a host in a zone of the account, %s, is taken from what has it: %j", async (host, domains, text) => {
  const account = found(
    { "/zones": [{ name: "example.com" }], "workers/domains": domains },
    { customDomains: [host] },
  );
  expect(await findDomains(account, true)).toEqual({ takesOver: text ? [text] : [], problems: [] });
});

test.each(["go.my-example.com", "myexample.com", "go.example.com.evil.example", "example.org"])(
  "%s is in no zone of an account with example.com",
  async (host) => {
    const account = found(
      { "/zones": [{ name: "example.com" }], "workers/domains": [] },
      { customDomains: [host] },
    );
    expect(await findDomains(account, true)).toEqual({
      takesOver: [],
      problems: [
        `${host} is in no domain of this account: add its domain at https://dash.cloudflare.com/acc/add-site first.`,
      ],
    });
  },
);

test("a token that may not list zones does not stop a deployment to a host", async () => {
  const account = found({ "workers/domains": [] }, { customDomains: ["go.example.com"] });
  expect((await findDomains(account, false)).problems).toEqual([]);
});

test("an account without a workers.dev subdomain is not mistaken for a token without access", async () => {
  expect((await findWorker(found({}, { workersDev: true }))).problems).toEqual([
    expect.stringContaining("no workers.dev subdomain yet: choose one at https://dash.cloudflare.com/acc/"),
  ]);
  const denied = found({ "workers/subdomain": 403 }, { workersDev: true });
  expect((await findWorker(denied)).problems).toEqual([]);
  expect(denied.rejections).toEqual(["Cloudflare rejected workers/subdomain"]);
  expect([...denied.unread.keys()]).toEqual(["Worker"]);
});

test("a Worker without any URL is not deployed", async () => {
  const none = found({}, { workersDev: false, customDomains: [], routes: [] });
  expect((await findWorker(none)).problems).toEqual([expect.stringContaining("The Worker has no URL")]);
});

test("a database with the id of another account is a problem, not a new database", async () => {
  const database = { ...deployment.database, id: "elsewhere" };
  const { problems, missing } = await findDatabase(found({}, { database }));
  expect(problems).toEqual([expect.stringContaining("The database elsewhere could not be found")]);
  expect(missing).toEqual([]);
  const denied = found({ "d1/database/elsewhere/query": 403 }, { database });
  expect((await findDatabase(denied)).problems).toEqual([]);
  expect([...denied.unread.keys()]).toEqual(["Database"]);
});

test("a namespace is that of the configuration, else of the uploaded Worker, else the one with its title", async () => {
  const { worker } = deployment;
  const account = found(
    {
      "storage/kv/namespaces": ["a", "b", "c"].map((name) => ({
        id: `titled-${name}`,
        title: `${worker}-${name}`,
      })),
    },
    {
      bindings: {
        ...deployment.bindings,
        kv_namespaces: [{ binding: "A", id: "own" }, { binding: "B" }, { binding: "C" }, { binding: "D_D" }],
      },
    },
  );
  const bindings = ["A", "B"].map((name) => ({ name, type: "kv_namespace", namespace_id: `bound-${name}` }));
  const { namespaces, missing } = await findNamespaces(account, Promise.resolve({ settings: { bindings } }));
  expect(Object.fromEntries(namespaces)).toEqual({ A: "own", B: "bound-B", C: "titled-c" });
  expect(missing).toEqual([`KV namespace ${worker}-d-d`]);
});

test("what an account lacks is missing, and a queue of another Worker is a problem", async () => {
  const [bucket] = deployment.bindings.r2_buckets;
  expect(await findBuckets(found({}))).toEqual({ missing: [`R2 bucket ${bucket?.bucket_name}`] });
  const [producer] = deployment.bindings.queues.producers ?? [];
  const queue = { queue_id: "1", queue_name: producer?.queue, consumers: [{ script: "old-shop" }] };
  const { queues, missing, problems } = await findQueues(found({ queues: [queue] }));
  expect(queues).toEqual([queue]);
  expect(missing).not.toContain(`queue ${producer?.queue}`);
  expect(missing).toContain("queue shoppable-links-visits-dead");
  expect(problems).toEqual([
    expect.stringContaining(`The queue ${producer?.queue} belongs to the Worker old-shop`),
  ]);
});
