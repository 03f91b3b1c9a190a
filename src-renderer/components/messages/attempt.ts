import { showFailure } from './show-message.ts';

/** Run an action and show a message if it fails. Shape: `title` says what failed, for example "Couldn't save the view". */
export async function attempt(work: () => Promise<unknown>, title?: string): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    showFailure(title, thrown);
  }
}
