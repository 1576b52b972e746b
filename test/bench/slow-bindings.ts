/** Milliseconds by which each call of a binding takes longer; asked for by the request. */
export const DELAY = "X-Test-Delay";
/** How many such calls stood one after another before the answer; told in the answer. */
export const WAITS = "X-Test-Waits";

/** Calls that only prepare others. */
const BUILDERS = ["prepare", "bind", "withSession"];

/** Objects behind the wrapped ones, for calls that take these as arguments (`batch`). */
const originals = new WeakMap<object, object>();
const originalOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(originalOf);
  return typeof value === "object" && value !== null ? (originals.get(value) ?? value) : value;
};

/** The longest chain of calls of one request that have ended, each begun when the one before was over. */
export interface Chain {
  length: number;
}

/** What calls are slowed by, and the chain that they take part in. */
export interface Slowing {
  delay: number;
  chain: Chain;
}

/** `binding` itself, each of whose calls is slowed by what `now` has when it begins. */
export function slow<T extends object>(binding: T, now: Slowing): T {
  const proxy = new Proxy(binding, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const call = () => value.apply(target, args.map(originalOf));
        if (BUILDERS.includes(String(property))) return slow(call(), now);
        return wait(call, now);
      };
    },
  });
  originals.set(proxy, binding);
  return proxy;
}

async function wait(call: () => unknown, { delay, chain }: Slowing): Promise<unknown> {
  const before = chain.length;
  await new Promise((resolve) => setTimeout(resolve, delay));
  try {
    return await call();
  } finally {
    chain.length = Math.max(chain.length, before + 1);
  }
}
