/**
 * Make a function that loads code only once. Later calls return the same promise, so code that awaits it continues
 * before the window is drawn again; after another `import()` it would not. After a failure, the next call loads again.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () =>
    (loaded ??= load().catch((thrown: unknown) => {
      loaded = undefined;
      throw thrown;
    }));
}
