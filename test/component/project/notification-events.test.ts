import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Component } from 'svelte';
import type { NotificationChain } from '#shared/contract/notification-settings.ts';
import SettingsOfScope from '../../../src-renderer/pages/notification-settings/SettingsOfScope.svelte';
import { renderPage } from '../console/render-page.ts';
import { sampleEntry } from '../samples.ts';

type Setting = NotificationChain['chain'][number]['setting'];
const group = sampleEntry({ key: 1, kind: 'group', ref: 5, id: 5, scope: 'group:5', path: 'platform' });
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope: 'project:7', path: 'platform/web' });

/** The settings of the project, of its group and of the instance. */
function shown(...settings: readonly [Setting, Setting, Setting]) {
  const scopes = [project.scope, group.scope, ''];
  const chain = scopes.map((scope, at) => ({ scope, setting: settings[at] ?? null, fetchedAt: Date.now() }));
  const Page: Component = (anchor) => SettingsOfScope(anchor, { scope: project.scope });
  return renderPage(Page, {
    world: { catalogue: [group, project] },
    answers: {
      catalogue: { get: ({ scope }) => [group, project].find((one) => one.scope === scope) ?? null },
      notificationSettings: { get: () => ({ chain }), refresh: () => ({ fetchedAt: Date.now() }) },
    },
  });
}
const events = () => page.getByRole('region', { name: 'Events', exact: true });
const global = { level: 'global' };

test('a project without its own level shows the custom events that it inherits from its group', async () => {
  await shown(global, { level: 'custom', events: { new_note: true, new_issue: false, failed_pipeline: null } }, null);
  await expect.element(page.getByText('Custom, inherited from platform')).toBeVisible();
  await expect.element(events()).toMatchTextContent(/Inherited from platform\. This is inferred, because the API/);
  await expect.element(events()).toMatchTextContent(/Note added\s*On/);
  await expect.element(events()).toMatchTextContent(/Issue created\s*Off/);
  await expect.element(events()).toMatchTextContent(/Pipeline failed\s*Default/);
});

test('an inherited level is said in words, with the reason why its events are not listed', async () => {
  await shown(global, { level: 'watch' }, null);
  const text = 'The level Watch of platform applies here: about all activity. The API returns events only at the level';
  await expect.element(events()).toMatchTextContent(text);
});

test('custom events of the global settings apply, but the API does not return them', async () => {
  await shown(global, global, { level: 'custom' });
  const text =
    'The level Custom of Whole instance (global) applies here: about the events that are on. The API doesn’t return the events of the global settings.';
  await expect.element(events()).toMatchTextContent(text);
});

test('events are not known if a level between here and the instance is not synced', async () => {
  await shown(global, null, { level: 'watch' });
  await expect.element(events()).toMatchTextContent('Not known, because the level that applies isn’t known.');
});

test('the events of the own level are shown without those of the group', async () => {
  await shown({ level: 'custom', events: { new_note: false } }, { level: 'custom', events: { new_note: true } }, null);
  await expect.element(events()).toMatchTextContent(/Note added\s*Off/);
  await expect.element(events()).not.toMatchTextContent('Inherited');
});
