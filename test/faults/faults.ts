import { DOWN } from "../requests.ts";

/** counting-worker.ts responds to a request with this header with the reads since the last such request, by binding, as JSON. */
export const READS = "X-Test-Reads";
/** Milliseconds that the isolate's clock is ahead from this request on. */
export const LATER = "X-Test-Later";
/** The response to a request with this header comes once the work after it is done. */
export const SETTLED = "X-Test-Settled";
/** A request with this header runs all jobs first. */
export const JOBS = "X-Test-Jobs";
/** From a request with this header on, its faults, in the format of `DOWN`, apply to first deliveries of messages. */
export const DELIVERIES = "X-Test-Deliveries-Down";
/** Variables and secrets, as JSON, that replace the Worker's own for this request. */
export const VARIABLES = "X-Test-Variables";
/** A request with this header runs the cron jobs as of this time, in milliseconds, before the response. */
export const SCHEDULED = "X-Test-Scheduled";
/** Replaces an empty list of faults, because a header can't be empty. */
export const NOTHING = "nothing";

/**
 * Faults of a binding: it throws, never responds, responds only after the deadline of every tier but the last, does
 * its work and loses the response (of its first write, or of all calls), does its first write and then is down,
 * loses its first write's response and does that work only when a second write comes.
 */
export type Fault =
  | "throws"
  | "hangs"
  | "late"
  | "loses first answer"
  | "loses answers"
  | "loses writes"
  | "gone after a write"
  | "commits late";

/** The header with which worker.ts gives each of these bindings its fault for one request. */
export const faultHeader = (faults: Record<string, Fault>): Record<string, string> => ({
  [DOWN]: Object.entries(faults)
    .map(([name, fault]) => `${name}=${fault}`)
    .join(","),
});

/** Calls that only prepare others. */
const BUILDERS = ["prepare", "bind", "withSession"];
const WRITES = ["batch", "run", "put", "send"];
const LATE_MS = 300;

/** Objects behind the wrapped ones, for calls that take these as arguments (`batch`). */
const originals = new WeakMap<object, object>();
const originalOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(originalOf);
  return typeof value === "object" && value !== null ? (originals.get(value) ?? value) : value;
};

const lost = () => new Error("D1_ERROR: Network connection lost.");

/** `binding` itself with a fault in front of each call. */
export function faulty<T extends object>(binding: T, fault: Fault): T {
  let writes = 0;
  let held: (() => unknown) | undefined;

  async function run(name: string, call: () => unknown): Promise<unknown> {
    switch (fault) {
      case "throws":
        throw lost();
      case "hangs":
        return new Promise(() => {});
      case "late":
        await new Promise((resolve) => setTimeout(resolve, LATE_MS));
        return call();
      case "loses answers":
        await call();
        throw lost();
      case "loses writes":
        if (WRITES.includes(name)) throw lost();
        return call();
      case "gone after a write": {
        if (writes > 0) throw lost();
        const result = await call();
        if (WRITES.includes(name)) {
          writes++;
          throw lost();
        }
        return result;
      }
      case "commits late":
        if (!WRITES.includes(name)) return call();
        if (++writes === 1) {
          held = call;
          throw lost();
        }
        await held?.();
        held = undefined;
        return call();
      case "loses first answer": {
        const result = await call();
        if (WRITES.includes(name) && ++writes === 1) throw lost();
        return result;
      }
    }
  }

  return intercepted(binding, run);
}

/** How a call of a binding is intercepted: its method's name, the call, and the earlier arguments. */
export type Interception = (name: string, call: () => unknown, said: string) => Promise<unknown>;

/** `binding` itself, whose calls go through `run`. Calls that only prepare others are made directly. */
export function intercepted<T extends object>(binding: T, run: Interception): T {
  function wrap<O extends object>(object: O, before: string): O {
    const proxy = new Proxy(object, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        const name = String(property);
        return (...args: unknown[]) => {
          const call = () => value.apply(target, args.map(originalOf));
          const texts = args.filter((arg) => typeof arg !== "object" || arg === null);
          const said = `${before} ${name} ${JSON.stringify(texts)}`;
          return BUILDERS.includes(name) ? wrap(call(), said) : run(name, call, said);
        };
      },
    });
    originals.set(proxy, object);
    return proxy;
  }
  return wrap(binding, "");
}
