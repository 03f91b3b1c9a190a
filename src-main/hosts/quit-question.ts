import { hosts } from '#shared/text/en/hosts.ts';

/** The question before Reeve quits while jobs would be cut off; null: there are none. The first button quits. */
export function quitQuestion(cutOff: { jobs: readonly string[]; isSessionOnly: boolean } | undefined) {
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
