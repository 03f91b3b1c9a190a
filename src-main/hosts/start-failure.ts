import { Failure } from '#shared/errors.ts';
import { hosts } from '#shared/text/en/hosts.ts';

/** The words for a start that failed, and the exit code. */
export function startFailure(error: unknown): { title: string; text: string; exitCode: number } {
  const failure = Failure.from(error);
  const { folderBusy, notStarted } = hosts.terminal;
  const isBusy = failure.reason === 'folder-busy';
  const text = (isBusy ? folderBusy : notStarted)(failure.message);
  return { title: hosts.door.title, text, exitCode: isBusy ? 3 : 1 };
}
