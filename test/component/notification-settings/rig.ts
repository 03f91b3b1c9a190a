import type { Component } from 'svelte';
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { Call } from '#shared/contract/changes.ts';
import type { NotificationChain } from '#shared/contract/notification-settings.ts';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form } from '../../../src-renderer/pages/notification-settings/forms/edit-settings.ts';
import SettingsOfScope from '../../../src-renderer/pages/notification-settings/SettingsOfScope.svelte';
import { renderPage } from '../console/render-page.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { click } from '../click.ts';
import { sampleEntry } from '../samples.ts';

const group = sampleEntry({ key: 1, kind: 'group', ref: 5, id: 5, scope: 'group:5', path: 'acme' });
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope: 'project:7', path: 'acme/core' });
type Setting = NonNullable<NotificationChain['chain'][number]['setting']>;

/** The form of a scope with these settings, and what it sends. */
export async function editSettings(
  scope: string,
  setting: Setting,
  writes: Partial<FakeWrites> = {},
  more: Partial<FakeWorld> = {},
) {
  let isClosed = false;
  const places: Record<string, string> = { 'group:5': 'acme', 'project:7': 'acme/core' };
  const rendered = await renderPage(FormHost as never, {
    world: { catalogue: [group, project], writes: sampleWrites(writes), ...more },
    props: {
      make: form,
      target: { scope, setting, place: places[scope] ?? null },
      onclose: () => (isClosed = true),
    },
  });
  return { ...rendered, sent: () => rendered.calls('changes.run') as Call[], isClosed: () => isClosed };
}

/** The page of a scope, whose level is `global`, or of the instance. */
export async function settingsPage(scope: string, world: Partial<FakeWorld> = {}) {
  const scopes = {
    'group:5': ['group:5', ''],
    'project:7': ['project:7', 'group:5', ''],
    'project:99': ['project:99', ''],
  }[scope] ?? [''];
  const chain = scopes.map((one) => ({
    ...{ scope: one, fetchedAt: Date.now() },
    setting: one === '' ? { level: 'participating', notification_email: 'root@corp.example' } : { level: 'global' },
  }));
  const Page: Component = (anchor) => SettingsOfScope(anchor, { scope });
  const rendered = await renderPage(Page, {
    world: { catalogue: [group, project], ...world },
    answers: { notificationSettings: { get: () => ({ chain }), refresh: () => ({ fetchedAt: Date.now() }) } },
  });
  // Before the settings are loaded, they can't be edited anyway
  await expect.element(page.getByRole('region', { name: 'Notification settings' })).toBeVisible();
  return rendered;
}

export const dialog = (): Locator => page.getByRole('dialog');
export const level = (): Locator => dialog().getByRole('combobox', { name: 'Level' });
export const email = (): Locator => dialog().getByLabelText('Notification email');
export const save = (): Promise<void> => click(dialog().getByRole('button', { name: 'Edit settings' }));
/** The choice of an event in the form. */
export const event = (name: string): Locator => dialog().getByRole('radiogroup', { name, exact: true });
export const choose = (name: string, value: string): Promise<void> =>
  click(event(name).getByRole('radio', { name: value, exact: true }));

/** Choose a level of the form by the beginning of its label. */
export async function chooseLevel(name: RegExp): Promise<void> {
  await level().click();
  await page.getByRole('option', { name }).click();
}
