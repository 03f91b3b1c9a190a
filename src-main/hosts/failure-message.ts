import type { Paths } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import { logFileOf } from './machine.ts';

const { title } = hosts.door;
const { folderBusy, portTaken, notStarted, failed } = hosts.terminal;

/** The words for a failure that ends Reeve, and the exit code. `hasStarted`: false if the start has failed. */
export function failureMessage(error: unknown, hasStarted: boolean, paths: Paths) {
  if (hasStarted) return { title, text: failed(logFileOf(paths)), exitCode: 1 };
  const { code, port } = Object(error) as { code?: unknown; port?: number };
  if (code === 'EADDRINUSE') return { title, text: portTaken(port), exitCode: 1 };
  const failure = Failure.from(error);
  if (failure.reason === 'folder-busy') return { title, text: folderBusy(failure.message), exitCode: 3 };
  const { what, nextStep } = explain(failure);
  const message = failure.reason === undefined ? failure.message : `${what} ${nextStep} (${failure.message})`;
  return { title, text: notStarted(message, logFileOf(paths)), exitCode: 1 };
}

/** The words for a start that is refused because of switches of the command line. */
export const refusedSwitches = (names: readonly string[]) => ({
  title,
  text: hosts.terminal.refused(names),
  exitCode: 2,
});
