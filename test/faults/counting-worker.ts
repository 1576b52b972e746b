import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { READS } from "./faults.ts";

const STORES = ["DB", "LINKS", "QR_IMAGES", "IDEMPOTENCY"] as const;
/** Calls that only prepare others. */
const BUILDERS = ["prepare", "bind", "withSession"];
const READING = ["first", "all", "raw", "get"];

const reads: Record<string, number> = {};
/** The key that counts the statements of D1, each of a batch separately. */
const STATEMENTS = "DB statements";
/** The key that counts the calls of KV. */
const KV_CALLS = "KV calls";

function countCall(binding: unknown, name: string, args: readonly unknown[]): void {
  const add = (key: string, number: number) => {
    reads[key] = (reads[key] ?? 0) + number;
  };
  if (binding === "DB" && name === "batch" && Array.isArray(args[0])) add(STATEMENTS, args[0].length);
  else if (binding === "DB" && !BUILDERS.includes(name)) add(STATEMENTS, 1);
  else if (binding === "LINKS" || binding === "IDEMPOTENCY") add(KV_CALLS, 1);
}

/** `object` itself, whose reads are counted under `store`. */
function counted<T extends object>(object: T, store: string): T {
  return new Proxy(object, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== "function") return value;
      const name = String(property);
      return (...args: unknown[]) => {
        countCall(store, name, args);
        if (READING.includes(name)) reads[store] = (reads[store] ?? 0) + 1;
        const result = value.apply(target, args);
        return BUILDERS.includes(name) ? counted(result, store) : result;
      };
    },
  });
}

let bindings: Env | undefined;
const countedBindings = (env: Env): Env => {
  bindings ??= { ...env, ...Object.fromEntries(STORES.map((name) => [name, counted(env[name], name)])) };
  return bindings;
};

/** The Worker itself on its real local bindings, which stay the same objects for the isolate's lifetime. */
export default {
  ...worker,
  fetch(request, env, context) {
    if (request.headers.has(READS)) {
      const answer = Response.json(reads);
      for (const store of Object.keys(reads)) delete reads[store];
      return answer;
    }
    return worker.fetch(request, countedBindings(env), context);
  },
  queue: (batch, env) => worker.queue(batch, countedBindings(env)),
  scheduled: (controller, env) => worker.scheduled(controller, countedBindings(env)),
} satisfies ExportedHandler<Env>;
