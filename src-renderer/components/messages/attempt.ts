import { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { tell } from './toasts.ts';

/**
 * Do something that a person asked for and say in a message why it failed, if it does. `title`: what did not work;
 * the same title speaks once at a time.
 */
export async function attempt(work: () => Promise<unknown>, title?: string): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (failure.code === 'aborted') return;
    const { what, wayOut } = explain(failure);
    if (title === undefined) tell({ tone: 'bad', title: what, text: wayOut });
    else tell({ tone: 'bad', title, text: `${what} ${wayOut}`, id: title });
  }
}
