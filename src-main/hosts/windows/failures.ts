import { minutes } from '#shared/time.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import type { Log } from '#main/ports.ts';

const words = hosts.failures;
type Choice = keyof typeof words.buttons;
type Words = ReturnType<typeof words.gone>;

interface Gone {
  reason: string;
  exitCode: number;
}

/** The part of Electron's `BrowserWindow` that is needed here. */
interface FailingWindow {
  isDestroyed(): boolean;
  show(): void;
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown;
  webContents: {
    on(event: 'render-process-gone', listener: (event: unknown, gone: Gone) => void): unknown;
    on(event: 'did-finish-load', listener: () => void): unknown;
    forcefullyCrashRenderer(): void;
    reload(): void;
  };
}

interface Parts<W> {
  dialog: { showMessageBox(window: W, question: Question): Promise<{ response: number }> };
  log: Log;
  /** Monotonic, in milliseconds. */
  now: () => number;
  windows: () => readonly W[];
  showLogs: () => void;
  /** Close a window whose page may not respond. */
  close: (window: W) => void;
  isEnding: () => boolean;
}

/** A failure within this time after a reload gets another question. After "Wait", no question is asked for this time. */
const soonMs = minutes(1);

/**
 * Asks the person what to do when the process of a window ends or doesn't respond, or when a helper process of Electron
 * ends. At most one question for each window is open. Nothing is reloaded without a click, so that a page that always
 * fails is not loaded in a loop. All failures are logged.
 */
export function windowFailures<W extends FailingWindow>(parts: Parts<W>) {
  const { dialog, log, now, isEnding } = parts;
  let isChildReported = false;

  /** Null: the question was closed by its signal, or with its window. */
  async function ask(window: W, question: Question, choices: readonly Choice[]) {
    for (;;) {
      const { response } = await dialog.showMessageBox(window, question);
      if (question.signal?.aborted === true || window.isDestroyed()) return null;
      if (choices[response] !== 'logs') return choices[response];
      parts.showLogs();
    }
  }

  return {
    /** Call once for each new window. */
    watch(window: W): void {
      const { webContents } = window;
      let isGone = false;
      /** Reeve ended the process to reload the window. */
      let isReplaced = false;
      let reloadedAt = -Infinity;
      let quietUntil = -Infinity;
      /** Closes the open question. */
      let open: AbortController | null = null;

      async function askOnce(what: Words, choices: readonly Choice[]): Promise<void> {
        open?.abort();
        const own = (open = new AbortController());
        const choice = await ask(window, questionOf(what, choices, own.signal), choices);
        if (open === own) open = null;
        if (choice === 'wait') quietUntil = now() + soonMs;
        if (choice === 'close') parts.close(window);
        if (choice !== 'reload') return;
        reloadedAt = now();
        isReplaced = !isGone;
        // A page that doesn't respond can't be reloaded in its process
        if (isReplaced) webContents.forcefullyCrashRenderer();
        isGone = false;
        webContents.reload();
      }

      webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
        const isExpected = isReplaced || reason === 'clean-exit' || isEnding() || window.isDestroyed();
        isReplaced = false;
        if (isExpected || isGone) return;
        log.error('process of a window ended', { reason, exitCode });
        isGone = true;
        // A window that was never shown can't show the question
        window.show();
        const isAgain = now() - reloadedAt < soonMs;
        void askOnce(words.gone(reason, isAgain), isAgain ? ['close', 'reload', 'logs'] : ['reload', 'logs', 'close']);
      });
      webContents.on('did-finish-load', () => {
        if (isGone) open?.abort();
        isGone = isReplaced = false;
      });
      window.on('unresponsive', () => {
        if (open !== null || isGone || isEnding() || now() < quietUntil) return;
        log.warn('window does not respond');
        void askOnce(words.unresponsive, ['wait', 'reload', 'logs', 'close']);
      });
      window.on('responsive', () => {
        if (!isGone) open?.abort();
      });
    },

    /** A helper process of Electron ended. Chromium starts it again, so the person is asked only the first time. */
    async childGone({ type, reason, exitCode }: Gone & { type: string }): Promise<void> {
      if (isEnding() || reason === 'clean-exit') return;
      log.error('helper process ended', { type, reason, exitCode });
      const [window] = parts.windows();
      if (isChildReported || window === undefined) return;
      isChildReported = true;
      const choices = ['continue', 'reload', 'logs'] as const;
      const choice = await ask(window, questionOf(words.child(type, reason), choices), choices);
      if (choice === 'reload') for (const { webContents } of parts.windows()) webContents.reload();
    },
  };
}

type Question = ReturnType<typeof questionOf>;

/** The first choice is the default, also if the person closes the question. */
function questionOf({ title, text }: Words, choices: readonly Choice[], signal?: AbortSignal) {
  const buttons = choices.map((choice) => words.buttons[choice]);
  const shown = { type: 'error' as const, message: title, detail: text, buttons, noLink: true };
  return { ...shown, defaultId: 0, cancelId: 0, ...(signal && { signal }) };
}
