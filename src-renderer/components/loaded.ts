const modules = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * The module that `load` imports: a promise at first, and the module itself after that, so that `{#await}` shows it at once
 * and keeps what it shows. `load`: the same function each time.
 */
export function loaded<Module>(load: () => Promise<Module>): Module | Promise<Module> {
  if (modules.has(load)) return modules.get(load) as Module;
  return load().then((module) => {
    modules.set(load, module);
    return module;
  });
}
