import { flushSync, mount, tick, unmount, type Component } from 'svelte';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchHit } from '#shared/contract/search.ts';
import Palette from '../../../src-renderer/app/palette/Palette.svelte';
import InstanceList from '../../../src-renderer/app/scope/InstanceList.svelte';
import ScopeMenu from '../../../src-renderer/app/scope/ScopeMenu.svelte';
import { noEarlyKeys, type EarlyKeys } from '../../../src-renderer/components/overlays/early-keys.ts';
import KeyCapture from '../../../src-renderer/components/overlays/KeyCapture.svelte';
import { renderPage } from '../console/render-page.ts';
import { sampleProfile } from '../samples.ts';
import { groups, level } from '../shell/places.ts';
import { callsOf, openWindow } from '../shell/window.ts';

/** What is kept of these keys, and how often Escape closed the menu. */
async function keep(keys: string): Promise<EarlyKeys & { closed: number }> {
  const early = { ...noEarlyKeys(), closed: 0 };
  const props = {
    get typed() {
      return early.typed;
    },
    set typed(text) {
      early.typed = text;
    },
    get isEntered() {
      return early.isEntered;
    },
    set isEntered(is) {
      early.isEntered = is;
    },
    onescape: () => (early.closed += 1),
  };
  const capture = mount(KeyCapture, { target: document.body, props });
  flushSync();
  for (const key of ['Enter', ' ']) window.dispatchEvent(new KeyboardEvent('keydown', { key, repeat: true }));
  if (keys !== '') await userEvent.keyboard(keys);
  await unmount(capture);
  return early;
}

test('while a menu is loading, the text up to the first Enter is kept, but not a key that opened the menu and is still held', async () => {
  expect(await keep('')).toEqual({ typed: '', isEntered: false, closed: 0 });
  expect(await keep('plots{Backspace}{Backspace}at{Control>}k{/Control}{Enter}x')).toMatchObject({
    typed: 'ploat',
    isEntered: true,
  });
});

test('while a menu is loading, Enter after an arrow key chooses nothing, and Escape closes the menu and forgets the text', async () => {
  expect(await keep('a{ArrowDown}{Enter}')).toEqual({ typed: 'a', isEntered: false, closed: 0 });
  expect(await keep('a{Enter}{Escape}')).toEqual({ typed: '', isEntered: false, closed: 1 });
});

test('an Enter key that is still held chooses nothing in an open menu', async () => {
  await openWindow({ path: '/settings', world: { catalogue: groups } });
  await level('Group: All groups').click();
  const field = page.getByRole('combobox', { name: 'Find a group' });
  await field.fill('platform');
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(2);
  await expect.element(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  const press = (isRepeated: boolean) =>
    field
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', repeat: isRepeated, bubbles: true, cancelable: true }),
      );
  press(true);
  // What a chosen group loads before its page is opened
  await import('../../../src-renderer/app/place-tabs.ts');
  await tick();
  expect(location.hash).toBe('#/settings');
  press(false);
  await expect.element(level('Group: corp/platform')).toBeVisible();
});

test('text and Enter that are pressed while the group menu is loading choose the group', async () => {
  const onchoose = vi.fn();
  const props = { level: 'group', chosen: null, early: { typed: 'plat', isEntered: true }, onchoose, onleave: vi.fn() };
  await renderPage(ScopeMenu as Component<never>, { props, world: { catalogue: groups } });
  await expect.element(page.getByRole('combobox', { name: 'Find a group' })).toHaveValue('plat');
  await expect.poll(() => onchoose.mock.calls).toMatchObject([[{ path: 'corp/platform' }]]);
});

test('text and Enter that are pressed while the instance menu is loading open the instance', async () => {
  const profiles = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })];
  const props = { early: { typed: 'stag', isEntered: true }, onleave: vi.fn() };
  const { core } = await renderPage(InstanceList as Component<never>, { props, world: { profiles } });
  await expect.poll(() => callsOf(core, 'profiles.open')).toEqual([{ id: 'p2' }]);
});

test('text and Enter that are pressed while the palette is loading run the command', async () => {
  const found = Promise.withResolvers<{ hits: SearchHit[]; queryMs: number }>();
  const props = { isOpen: true, early: { typed: 'run away', isEntered: true } };
  const { stores } = await renderPage(Palette as Component<never>, {
    props,
    answers: { search: { find: () => found.promise } },
  });
  const run = vi.fn();
  stores.commands.add(() => [{ id: 'away', title: 'Run away', run }]);
  found.resolve({ hits: [], queryMs: 1 });
  await expect.poll(() => run.mock.calls).toHaveLength(1);
});
