import { SERVICE_DEADLINES } from "../../src/ground/platform/service-deadlines.ts";
import worker from "../../src/index.ts";

// One test waits for it.
Object.assign(SERVICE_DEADLINES, { destination: 3_000 });

/** A variable: the port of the server that plays all hosts on the internet. */
const INTERNET = "INTERNET_PORT";

const real = globalThis.fetch;
let port = "";

/** Every request of the Worker goes to the test's server, which reads the host from a header. */
globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) => {
  const request = new Request(input, init);
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("X-Host", url.host);
  const target = `http://127.0.0.1:${port}${url.pathname}${url.search}`;
  return real(target, { ...init, headers });
};

type Handler = Required<Pick<typeof worker, "fetch" | "queue" | "scheduled">>;

/** The Worker, whose requests reach real servers of the test. */
export default {
  fetch(request, env, context) {
    return worker.fetch(request, env, context);
  },
  queue: (batch, env) => worker.queue(batch, env),
  scheduled(controller, env) {
    port = String(Reflect.get(env, INTERNET));
    return worker.scheduled(controller, env);
  },
} satisfies Handler;
