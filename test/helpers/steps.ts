import { Worker } from 'node:worker_threads';

/**
 * The number of array elements that a function visits in loops, spreads and the methods below. The function runs in its
 * own thread, because counting replaces methods of all arrays. Arguments must be cloneable.
 */
export async function stepsOf(module: URL, name: string, ...args: readonly unknown[]): Promise<number> {
  const workerData = { module: module.href, name, args };
  const worker = new Worker(`(${String(countSteps)})()`, { eval: true, workerData });
  try {
    return await new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  } finally {
    await worker.terminate();
  }
}

/** The script of the thread. */
async function countSteps(): Promise<void> {
  const thread = process.getBuiltinModule('node:worker_threads');
  const { module, name, args } = thread.workerData as { module: string; name: string; args: unknown[] };
  const exported = (await import(module)) as Record<string, (...given: unknown[]) => unknown>;
  let steps = 0;
  const iterator = Object.getPrototypeOf([][Symbol.iterator]()) as { next: () => unknown };
  const { next } = iterator;
  iterator.next = function counted() {
    steps += 1;
    return next.call(this);
  };
  const methods = [
    'concat',
    'every',
    'filter',
    'find',
    'findIndex',
    'includes',
    'indexOf',
    'map',
    'slice',
    'some',
  ] as const;
  const prototype = Array.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
  for (const method of methods) {
    const original = prototype[method];
    prototype[method] = function counted(this: unknown[], ...given) {
      steps += this.length;
      return original?.apply(this, given);
    };
  }
  exported[name]?.(...args);
  thread.parentPort?.postMessage(steps);
}
