import { Failure } from '#shared/errors.ts';
import { showFailure } from './show-message.ts';

/**
 * Run an action and show a message if it fails. Shape: `title` says what failed, for example "Couldn't save the view"; a
 * function if that depends on the failure.
 */
export async function attempt(
  work: () => Promise<unknown>,
  title?: string | ((failure: Failure) => string),
): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    showFailure(typeof title === 'function' ? title(Failure.from(thrown)) : title, thrown);
  }
}
