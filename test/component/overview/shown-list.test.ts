import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import KeysPage from '../../../src-renderer/pages/keys/KeysPage.svelte';
import PushRulesPage from '../../../src-renderer/pages/push-rules/PushRulesPage.svelte';
import SshCertificatesPage from '../../../src-renderer/pages/ssh-certificates/SshCertificatesPage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { chosen } from '../page-rig.ts';

const shown = ({ stores }: RenderedPage) => stores.statusLine.list;

test('the frame shows the age of a push rule, and refreshes it', async () => {
  const rendered = await renderPage(PushRulesPage, {
    path: '/push-rules',
    world: chosen(),
    answers: {
      pushRules: {
        get: () => ({ state: 'none', rule: null, fetchedAt: 5 }),
        refresh: () => ({ fetchedAt: 6 }),
        check: () => ({ problems: {} }),
      },
    },
  });
  await eventually(() =>
    expect(shown(rendered)).toMatchObject({ label: 'Refresh the push rule of corp', syncedAt: 5 }),
  );
  const before = rendered.calls('pushRules.refresh').length;
  shown(rendered)?.sync();
  await eventually(() => expect(rendered.calls('pushRules.refresh').length).toBeGreaterThan(before));
});

test('the frame shows the age of certificates, and syncs them', async () => {
  const list = fakeList([{ id: 1, title: 'Workstations', key: 'x' }], { scope: 'group:42' });
  const rendered = await renderPage(SshCertificatesPage, {
    path: '/ssh-certificates',
    world: chosen(),
    answers: { sshCertificates: listAnswers<'sshCertificates'>(list) },
  });
  await eventually(() => expect(shown(rendered)?.label).toBe('Sync SSH certificates of group corp'));
  expect(shown(rendered)?.syncedAt).toBe(list.readAt['group:42']);
  shown(rendered)?.sync();
  await eventually(() =>
    expect(rendered.calls('jobs.sync')).toEqual([{ collection: 'sshCertificates', scope: 'group:42' }]),
  );
});

test('keys have no list to sync, so the frame looks up all known keys again; if none is known, it says so', async () => {
  const keys = (rows: object[]): Promise<RenderedPage> =>
    renderPage(KeysPage, {
      path: '/keys',
      answers: {
        keys: { ...listAnswers<'keys'>(fakeList(rows as Record<string, unknown>[])), lookUpAgain: () => ({}) as never },
      },
    });
  const none = await keys([]);
  await eventually(() =>
    expect(shown(none)).toMatchObject({
      ...{ label: 'Look up all keys again', ageText: 'No keys looked up yet.', reason: 'No keys looked up yet.' },
    }),
  );
  const some = await keys([{ id: 7, answer: 'known', kind: 'ssh', title: 'laptop' }]);
  await eventually(() => expect(shown(some)).toMatchObject({ ageText: 'Looked up one by one', reason: null }));
  shown(some)?.sync();
  await eventually(() => expect(some.calls('keys.lookUpAgain')).toEqual([{ keys: [1] }]));
});
