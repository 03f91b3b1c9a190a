import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import { shell } from '#shared/text/en/shell.ts';
import type { PlaceTabProps } from '../../../src-renderer/console/place-tab.ts';
import MembersPage from '../../../src-renderer/pages/members/MembersPage.svelte';
import RemoteMirrorsPage from '../../../src-renderer/pages/remote-mirrors/RemoteMirrorsPage.svelte';
import WebhooksPage from '../../../src-renderer/pages/webhooks/WebhooksPage.svelte';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';

const scope = 'project:7';
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope, path: 'platform/web' });
const settings = {
  catalogue: [project],
  preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
};
const readOnly = { profiles: [sampleProfile({ readOnly: true })] };
const pages = [
  ['webhooks', 'integrations/webhooks', 'Create webhook…', WebhooksPage],
  ['remoteMirrors', 'integrations/mirrors', 'Create mirror…', RemoteMirrorsPage],
  ['members', 'access/members', 'Add members…', MembersPage],
] as const;
for (const [collection, tab, label, own] of pages) {
  test(`with a read-only profile, “${label}” of a project is disabled, and says why when it has the focus`, async () => {
    await page.viewport(1280, 800);
    const base = `/p/7/${tab}`;
    const Page: Component = (anchor) => (own as Component<PlaceTabProps>)(anchor, { base });
    const { press, calls } = await renderPage(Page, {
      path: base,
      world: { ...settings, ...readOnly },
      answers: {
        [collection]: {
          ...listAnswers<'members'>(fakeList([], { scope })),
          watched: () => ({ hooks: [], gaps: [] }),
        },
      },
    });
    const create = page.getByRole('button', { name: label });
    await expect.element(create.first()).toHaveAttribute('aria-disabled', 'true');
    (create.first().element() as HTMLElement).focus();
    await press('{Shift>}{Tab}{/Shift}{Tab}');
    await expect.element(create.first()).toHaveFocus();
    await expect.element(page.getByText(shell.readOnlyWhy).first()).toBeVisible();
    await press('{Enter}');
    expect(page.getByRole('dialog').elements()).toEqual([]);
    expect(calls('changes.plan')).toEqual([]);
  });
}

test('webhooks that the instance refused are shown as refused with the role that they require, not as never synced', async () => {
  const base = '/p/7/integrations/webhooks';
  const Page: Component = (anchor) => WebhooksPage(anchor, { base });
  const refusal = { at: Date.now(), status: 403, reason: 'role', message: '403 Forbidden' };
  await renderPage(Page, {
    path: base,
    world: settings,
    answers: {
      webhooks: {
        ...listAnswers<'webhooks'>(fakeList([], { scope })),
        watched: () => ({ hooks: [], gaps: [] }),
        summary: () => ({ live: 0, notReturned: 0, completedAt: null, unreadable: 0, counts: {}, refusal }),
      },
    },
  });
  await expect
    .element(page.getByText('The instance refused the last sync (403). It requires the Maintainer role.'))
    .toBeVisible();
  expect(page.getByText('No webhooks synced yet.').elements()).toEqual([]);
});
