/**
 * A function that loads the module of what is shown. For the `key` that it loaded last it returns the module itself:
 * `{#await}`, which can ask again when other state changes, then keeps its content instead of rendering it again. For
 * another key it returns a promise, so that the content before is removed first. Create it in the component whose content
 * it loads, because content that was removed must not be rendered again at once.
 */
export function lastLoaded(): <Module>(key: string, load: () => Promise<Module>) => Module | Promise<Module> {
  let last: { key: string; module: unknown } | undefined;
  return <Module>(key: string, load: () => Promise<Module>) => {
    if (last?.key === key) return last.module as Module;
    return load().then((module) => {
      last = { key, module };
      return module;
    });
  };
}
