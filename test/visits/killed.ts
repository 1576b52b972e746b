const CALLS = ["batch", "all", "first", "run", "put", "get", "delete"];
/** The statements behind wrapped ones, for `batch`. */
const originals = new WeakMap<object, object>();

/** `binding`, of which the call with this number and those after it fail, that one after it took effect if `isDone`. */
export function killed<T extends object>(binding: T, kill: { left: number; isDone: boolean }): T {
  return new Proxy(binding, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...values: unknown[]) => {
        const call = () => Reflect.apply(value, target, values);
        if (name === "prepare" || name === "bind") {
          const statement = call();
          const wrapped = killed(statement, kill);
          originals.set(wrapped, statement);
          return wrapped;
        }
        if (!CALLS.includes(String(name))) return call();
        if (Array.isArray(values[0])) values[0] = values[0].map((each) => originals.get(each) ?? each);
        if (kill.left-- > 0) return call();
        if (kill.isDone && kill.left === -1)
          return Promise.resolve(call()).then(() => Promise.reject(new Error("killed")));
        return Promise.reject(new Error("killed"));
      };
    },
  });
}
