import { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { hosts } from '#shared/text/en/hosts.ts';

/** The words for a start that failed, and the exit code. A reason is explained before the message of the system. */
export function startFailure(error: unknown): { title: string; text: string; exitCode: number } {
  const failure = Failure.from(error);
  const { folderBusy, notStarted } = hosts.terminal;
  const isBusy = failure.reason === 'folder-busy';
  const { what, nextStep } = explain(failure);
  const message = failure.reason === undefined ? failure.message : `${what} ${nextStep} (${failure.message})`;
  const text = isBusy ? folderBusy(failure.message) : notStarted(message);
  return { title: hosts.door.title, text, exitCode: isBusy ? 3 : 1 };
}
