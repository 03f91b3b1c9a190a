import { hosts } from '#shared/text/en/hosts.ts';

/** The question before a window with unsaved input is reloaded or closed. The first button leaves the page. */
export const unloadQuestion = {
  type: 'question' as const,
  message: hosts.unload.title,
  detail: hosts.unload.text,
  buttons: [hosts.unload.leave, hosts.unload.stay],
  defaultId: 1,
  cancelId: 1,
};
