import type { Core } from '#main/core/create-core.ts';
import { hosts } from '#shared/text/en/hosts.ts';

type Question = NonNullable<ReturnType<typeof quitQuestion>>;

interface Parts {
  /** `exit` ends the host without a further question or event. */
  app: { exit(code: number): void };
  dialog: { showMessageBoxSync(question: Question): number };
  /** Save the placements of the windows. */
  savePlacements: () => void;
  /** Show a window, because Reeve keeps running. */
  show: () => void;
}

type Stoppable = { preventDefault(): void };

/** Holds the core of a host with windows, and closes it before the host ends. */
export function coreToQuit({ app, dialog, savePlacements, show }: Parts) {
  let core: Core | undefined;
  let closing: Promise<void> | undefined;
  let hasFailed = false;

  function closeCore(): Promise<void> | undefined {
    closing ??= core?.close();
    core = undefined;
    return closing;
  }

  /** After a failure, its message ends the host. */
  function endWith(exitCode: number): void {
    if (!hasFailed) app.exit(exitCode);
  }

  return {
    hold: (started: Core): void => void (core = started),
    /** Undefined before it has started, and as soon as it is being closed. */
    core: (): Core | undefined => core,
    isEnding: (): boolean => closing !== undefined,
    hasStarted: (): boolean => (core ?? closing) !== undefined,

    /** Quitting must not cut off a job without a question. Later events of the same quit find no core. */
    beforeQuit(event: Stoppable): void {
      const question = quitQuestion(core?.cutOffByQuit());
      if (question === null || dialog.showMessageBoxSync(question) === 0) return savePlacements();
      event.preventDefault();
      show();
    },
    willQuit(event: Stoppable): void {
      if ((core ?? closing) === undefined) return;
      event.preventDefault();
      if (core === undefined) return;
      closeCore()?.then(
        () => endWith(0),
        () => endWith(1),
      );
    },
    async afterFailure(): Promise<void> {
      hasFailed = true;
      if (core !== undefined) savePlacements();
      core?.announceEnd('failure');
      await closeCore();
    },
  };
}

/** The question before Reeve quits while jobs would be cut off; null: there are none. The first button quits. */
function quitQuestion(cutOff: { jobs: readonly string[]; isSessionOnly: boolean } | undefined) {
  if (cutOff === undefined || cutOff.jobs.length === 0) return null;
  const words = hosts.quit;
  return {
    type: 'question' as const,
    message: words.title(cutOff.jobs.length),
    detail: words.text(cutOff.jobs, cutOff.isSessionOnly),
    buttons: [words.quit, words.stay],
    defaultId: 1,
    cancelId: 1,
  };
}
