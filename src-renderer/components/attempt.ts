import { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { tell } from './toasts.ts';

/** Do something that a person asked for and say in a message why it failed, if it does. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (failure.code === 'aborted') return;
    const { what, wayOut } = explain(failure);
    tell({ tone: 'bad', title: what, text: wayOut });
  }
}
