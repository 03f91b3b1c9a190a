/**
 * A loader of code that asks for it once: later calls return the same promise, which then continues before the window is
 * drawn again, where another `import()` would not. After a failure the next call asks again.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () =>
    (loaded ??= load().catch((thrown: unknown) => {
      loaded = undefined;
      throw thrown;
    }));
}
