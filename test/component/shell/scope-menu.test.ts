import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Session } from '../../../src-renderer/link/session.svelte.ts';
import { ScopeMenu } from '../../../src-renderer/stores/instance/scope-menu.svelte.ts';
import { click } from '../click.ts';
import { sampleEntry } from '../samples.ts';
import { button, openWindow } from './window.ts';

const projects = [
  sampleEntry({ key: 1, kind: 'project', id: 7, path: 'corp/platform/app', isPinned: false }),
  sampleEntry({ key: 2, kind: 'project', id: 8, path: 'other/tool', isPinned: false }),
];
const added = sampleEntry({ key: 3, kind: 'project', id: 9, path: 'corp/added', isPinned: false });
const option = (name: string | RegExp) => page.getByRole('option', { name });
const openMenu = () => click(button(/^Project: All projects\. /));

test('an entry selected with the arrow keys stays selected while entries are added, and Enter chooses it', async () => {
  const core = await openWindow({ world: { catalogue: projects } });
  await openMenu();
  await expect.element(option('other/tool')).toBeVisible();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(option(/^Add a project/)).toHaveAttribute('aria-selected', 'true');
  core.world.catalogue = [...projects, added];
  core.emit('catalogue', 'changed', { revision: 2 });
  await expect.element(option('corp/added')).toBeVisible();
  await expect.element(option(/^Add a project/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'ID, path, or web address' })).toBeVisible();
});

test('Enter chooses the entry selected with the arrow keys, also while entries are loaded again', async () => {
  let isHeld = false;
  const core = await openWindow({
    world: { catalogue: projects },
    answers: {
      catalogue: {
        list: async () => {
          if (isHeld) await new Promise(() => undefined);
          return { total: projects.length, isCapped: false, from: 0, rows: projects, revision: 1, queryMs: 1 };
        },
      },
    },
  });
  await openMenu();
  await expect.element(option('other/tool')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(option('other/tool')).toHaveAttribute('aria-selected', 'true');
  isHeld = true;
  const before = core.calls.length;
  core.emit('catalogue', 'changed', { revision: 2 });
  await expect.poll(() => core.calls.slice(before).map(({ verb }) => verb)).toContain('catalogue.list');
  await userEvent.keyboard('{Enter}');
  await expect.element(button(/^Project: other\/tool\. /)).toBeVisible();
});

test('after the text changes, the first result is selected again', async () => {
  await openWindow({ world: { catalogue: projects } });
  await openMenu();
  await expect.element(option('other/tool')).toBeVisible();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(option(/^Add a project/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('tool');
  await expect.element(option('other/tool')).toHaveAttribute('aria-selected', 'true');
});

test('if the entry selected with the arrow keys disappears, the first entry is selected', async () => {
  const core = await openWindow({ world: { catalogue: projects } });
  await openMenu();
  await expect.element(option('other/tool')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(option('other/tool')).toHaveAttribute('aria-selected', 'true');
  core.world.catalogue = projects.slice(0, 1);
  core.emit('catalogue', 'changed', { revision: 2 });
  await expect.element(option('other/tool')).not.toBeInTheDocument();
  await expect.element(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
});

test('entries that arrive after text was typed are not shown as the result for that text', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const first = Promise.withResolvers<unknown>();
  const entry = { key: 1, kind: 'group', path: 'acme', isPinned: false };
  const list = ({ query }: { query: { search: string } }) =>
    query.search === '' ? first.promise : Promise.resolve({ total: 0, rows: [] });
  const menu = new ScopeMenu({ client: { catalogue: { list } } } as unknown as Session, 'group');
  menu.search('', [], null);
  await vi.advanceTimersByTimeAsync(0);
  menu.search('acme/platform', [], null);
  first.resolve({ total: 1, rows: [entry] });
  await vi.advanceTimersByTimeAsync(1);
  expect([menu.isSettled, menu.sections]).toEqual([false, []]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([menu.isSettled, menu.sections]).toEqual([true, []]);
});
