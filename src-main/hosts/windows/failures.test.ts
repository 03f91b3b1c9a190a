import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { windowFailures } from './failures.ts';

class FakeContents extends EventEmitter {
  calls: string[] = [];
  reload = (): void => void this.calls.push('reload');
  forcefullyCrashRenderer = (): void => void this.calls.push('crash');
}

class FakeWindow extends EventEmitter {
  webContents = new FakeContents();
  calls: string[] = [];
  isGone = false;
  isDestroyed = (): boolean => this.isGone;
  show = (): void => void this.calls.push('show');
}

interface Asked {
  message: string;
  detail: string;
  buttons: string[];
  isClosed: boolean;
  /** The person chooses a button. */
  choose: (button: string) => Promise<void>;
}

/** Windows whose questions a test answers. */
function rig() {
  const asked: Asked[] = [];
  const lines: unknown[] = [];
  const write = (event: string, fields?: Record<string, unknown>) => void lines.push([event, fields]);
  const world = { nowMs: 0, isEnding: false, logsShown: 0, closed: 0 };
  const [window, other] = [new FakeWindow(), new FakeWindow()];
  const failures = windowFailures<FakeWindow>({
    dialog: {
      showMessageBox: (_window, { message, detail, buttons, cancelId, signal }) =>
        new Promise((resolve) => {
          const choose = async (button: string): Promise<void> => {
            resolve({ response: buttons.findIndex((one) => one === button) });
            await turn();
          };
          const one = { message, detail, buttons, isClosed: false, choose };
          signal?.addEventListener('abort', () => {
            one.isClosed = true;
            resolve({ response: cancelId });
          });
          asked.push(one);
        }),
    },
    log: { info: write, warn: write, error: write },
    now: () => world.nowMs,
    windows: () => [window, other],
    showLogs: () => void (world.logsShown += 1),
    close: () => void (world.closed += 1),
    isEnding: () => world.isEnding,
  });
  failures.watch(window);
  const gone = (reason = 'crashed') => window.webContents.emit('render-process-gone', {}, { reason, exitCode: 11 });
  const last = (): Asked => {
    const one = asked.at(-1);
    if (one === undefined) throw new Error('nothing was asked');
    return one;
  };
  return { world, window, other, failures, asked, last, lines, gone };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('if the process of a window ends, one question says why, and a click reloads the window', async () => {
  const { window, asked, last, lines, gone } = rig();
  gone('oom');
  gone('oom');
  window.emit('unresponsive');
  expect(asked).toHaveLength(1);
  expect(window.calls).toEqual(['show']);
  expect(last().message).toBe('This window stopped working');
  expect(last().detail).toMatch(/^It ran out of memory\. Jobs and changes continue\./);
  expect(last().buttons).toEqual(['Reload', 'Show logs', 'Close window']);
  expect(window.webContents.calls).toEqual([]);
  await last().choose('Reload');
  expect(window.webContents.calls).toEqual(['reload']);
  expect(lines).toEqual([['process of a window ended', { reason: 'oom', exitCode: 11 }]]);
});

test('after "Show logs", the question is asked again', async () => {
  const { world, window, asked, last, gone } = rig();
  gone();
  await last().choose('Show logs');
  expect([world.logsShown, asked.length]).toEqual([1, 2]);
  await last().choose('Close window');
  expect([world.closed, window.webContents.calls]).toEqual([1, []]);
});

test('a window that fails again soon after it was reloaded is closed by default', async () => {
  const { world, last, gone } = rig();
  gone();
  await last().choose('Reload');
  world.nowMs = 59_000;
  gone();
  expect(last().buttons).toEqual(['Close window', 'Reload', 'Show logs']);
  expect(last().detail).toContain('Reloading the window didn’t help');
  await last().choose('Reload');
  world.nowMs = 200_000;
  gone();
  expect(last().buttons[0]).toBe('Reload');
});

test('nothing is asked when a process ends as intended, when Reeve ends, or about a closed window', async () => {
  const { world, window, failures, asked, last, lines, gone } = rig();
  gone('clean-exit');
  void failures.childGone({ type: 'Utility', reason: 'clean-exit', exitCode: 0 });
  world.isEnding = true;
  gone('killed');
  void failures.childGone({ type: 'GPU', reason: 'killed', exitCode: 15 });
  window.emit('unresponsive');
  expect([asked, lines]).toEqual([[], []]);
  world.isEnding = false;
  gone();
  window.isGone = true;
  await last().choose('Reload');
  expect(window.webContents.calls).toEqual([]);
});

test('a question is closed when the window is loaded again in another way', async () => {
  const { window, asked, last, gone } = rig();
  gone();
  window.webContents.emit('did-finish-load');
  await turn();
  expect(last().isClosed).toBe(true);
  expect(window.webContents.calls).toEqual([]);
  gone();
  expect(asked).toHaveLength(2);
});

test('after "Wait", the next question about a window that does not respond comes after a minute at the earliest', async () => {
  const { world, window, asked, last } = rig();
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(last().buttons).toEqual(['Wait', 'Reload', 'Show logs', 'Close window']);
  await last().choose('Wait');
  world.nowMs = 59_000;
  window.emit('unresponsive');
  expect(asked).toHaveLength(1);
  world.nowMs = 61_000;
  window.emit('unresponsive');
  expect(asked).toHaveLength(2);
  window.emit('responsive');
  await turn();
  expect(last().isClosed).toBe(true);
  expect(window.webContents.calls).toEqual([]);
});

test('a window that does not respond is reloaded in a new process, without a question about the end of the old one', async () => {
  const { window, asked, last, gone } = rig();
  window.emit('unresponsive');
  await last().choose('Reload');
  expect(window.webContents.calls).toEqual(['crash', 'reload']);
  gone('killed');
  expect(asked).toHaveLength(1);
  gone();
  expect(asked).toHaveLength(2);
});

test('if a window that does not respond ends, the question about its end replaces the first one', async () => {
  const { window, asked, last, gone } = rig();
  window.emit('unresponsive');
  gone();
  window.emit('responsive');
  await turn();
  expect(asked.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  await last().choose('Reload');
  expect(window.webContents.calls).toEqual(['reload']);
});

test('the end of a helper process of Electron is reported once, and logged each time', async () => {
  const { window, other, failures, asked, last, lines } = rig();
  void failures.childGone({ type: 'GPU', reason: 'crashed', exitCode: 139 });
  void failures.childGone({ type: 'Utility', reason: 'launch-failed', exitCode: 1 });
  expect(asked).toHaveLength(1);
  expect(last().message).toBe('The graphics process of Reeve stopped');
  expect(lines).toEqual([
    ['helper process ended', { type: 'GPU', reason: 'crashed', exitCode: 139 }],
    ['helper process ended', { type: 'Utility', reason: 'launch-failed', exitCode: 1 }],
  ]);
  await last().choose('Reload');
  expect([window, other].map(({ webContents }) => webContents.calls)).toEqual([['reload'], ['reload']]);
});
