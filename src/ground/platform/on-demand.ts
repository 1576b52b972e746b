/** A module that this isolate loads when it is first needed. */
export interface OnDemand<Module> {
  /** The module, or undefined until it is loaded. */
  readonly loaded: Module | undefined;
  /** The result of `work` with the module: synchronously once it is loaded, because `import()` takes time even then. */
  use<Result>(work: (module: Module) => Result | Promise<Result>): Result | Promise<Result>;
}

/** Loads a module at its first use. Each request that comes before that waits for its own `load`. */
export function onDemand<Module>(load: () => Promise<Module>): OnDemand<Module> {
  let loaded: Module | undefined;
  return {
    get loaded() {
      return loaded;
    },
    use(work) {
      if (loaded !== undefined) return work(loaded);
      return load().then((module) => {
        loaded = module;
        return work(module);
      });
    },
  };
}
