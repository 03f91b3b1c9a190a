import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import type { KeyAnswer, KeyReading } from '#shared/contract/keys.ts';
import KeysPage from '../../../src-renderer/pages/keys/KeysPage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { click, fill } from '../click.ts';
import { expectDisabled, run } from '../page-rig.ts';
import { sampleConnection } from '../samples.ts';

const found = (line: number, over: Partial<KeyReading['found'][number]> = {}): KeyReading['found'][number] => ({
  ...{ line, times: 1, kind: 'id', id: line, isAuthority: false, md5: null, sha256: null, type: null, bits: null },
  ...{ comment: null, certificate: null, error: null },
  ...over,
});
const reading: KeyReading = {
  holdsPrivateKey: false,
  found: [
    found(1),
    found(2),
    found(3, { kind: 'unreadable', id: null, error: { fault: 'cut-short', detail: null } }),
  ] as KeyReading['found'],
  leftOut: 0,
  linesWithout: 1,
  unused: 2,
};
const known: KeyAnswer = {
  key: 1,
  row: { id: 1, answer: 'known', kind: 'ssh', title: 'laptop' },
  fetchedAt: Date.now(),
  notReturnedSince: null,
};
const dialog = page.getByRole('dialog');
const text = dialog.getByRole('textbox', { name: 'Keys, fingerprints, IDs, or log lines' });

function keys(answers: FakeAnswers['keys'] = {}, world: object = {}): Promise<RenderedPage> {
  return renderPage(KeysPage, {
    path: '/keys',
    world,
    answers: {
      keys: {
        ...listAnswers<'keys'>(fakeList([{ id: 1, answer: 'known', kind: 'ssh', title: 'laptop' }])),
        read: ({ text: given }) => (given === '' ? { ...reading, found: [], linesWithout: 0 } : reading),
        answers: ({ queries }) => ({ answers: queries.map(({ id }) => (id === 1 ? known : null)) }),
        lookUp: () => ({}) as never,
        ...answers,
      },
    },
  });
}

test('pasted lines are counted, each with its result or what is wrong with it, and only keys are looked up', async () => {
  const rendered = await keys();
  await run(rendered, 'keys.lookUp');
  await fill(text, '1\n2\nssh-rsa AAAA cut\nwhat is this');
  await expect
    .element(dialog)
    .toMatchTextContent('2 entries found · 1 line invalid · 1 line without a key · 2 possible keys not read');
  await expect.element(dialog).toMatchTextContent('The key is incomplete. Copy all of it.');
  await expect.element(dialog.getByText(/SSH key “laptop”, looked up/)).toBeVisible();
  await expect.element(dialog.getByText('Not looked up yet', { exact: true })).toBeVisible();
  await click(text);
  await rendered.press('{Control>}{Enter}{/Control}');
  await eventually(() => expect(rendered.calls('keys.lookUp')).toHaveLength(1));
  expect((rendered.calls('keys.lookUp') as { queries: { id: number }[] }[])[0]?.queries.map(({ id }) => id)).toEqual([
    1, 2,
  ]);
});

test('only those that were not looked up yet can be chosen', async () => {
  const rendered = await keys();
  await run(rendered, 'keys.lookUp');
  await fill(text, '1\n2');
  await click(dialog.getByRole('checkbox', { name: 'Only those not looked up yet (1)' }));
  await click(dialog.getByRole('button', { name: 'Look up 1 key' }));
  await eventually(() => expect(rendered.calls('keys.lookUp')).toMatchObject([{ queries: [{ id: 2 }] }]));
});

test('offline, pasted keys are found among those that were looked up, and none can be looked up', async () => {
  const rendered = await keys({}, { connection: sampleConnection({ state: 'offline' }) });
  await expect.element(page.getByRole('button', { name: 'Find looked-up keys…' })).toBeVisible();
  await run(rendered, 'keys.lookUp');
  await fill(text, '1\n2');
  await expect.element(dialog.getByText(/SSH key “laptop”, looked up/)).toBeVisible();
  const lookUp = dialog.getByRole('button', { name: 'Look up 2 keys' });
  await expectDisabled(lookUp, /Requires the network/);
  await click(text);
  await rendered.press('{Control>}{Enter}{/Control}');
  expect(rendered.calls('keys.lookUp')).toEqual([]);
});

test('a private key is removed with a warning, and never reaches the core', async () => {
  const rendered = await keys();
  await run(rendered, 'keys.lookUp');
  await fill(text, '-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkqhkiG\n');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This is a private key. Reeve removed it.');
  await expect.element(text).toHaveValue('');
  expect(JSON.stringify(rendered.core.calls)).not.toContain('MIIBVgIBADANBgkqhkiG');
  expect(document.body.innerHTML).not.toContain('MIIBVgIBADANBgkqhkiG');
});

test('a key that is pasted outside of any field is looked up, and a key that is pasted into a field is not', async () => {
  const { table, calls } = await keys();
  const grid = await table();
  const paste = (target: Element, pasted: string): void => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  };
  paste(page.getByRole('toolbar').getByRole('textbox').element(), 'SHA256:of-a-search');
  paste(grid, 'SHA256:abc');
  await expect.element(text).toHaveValue('SHA256:abc');
  await eventually(() => expect(calls('keys.read')).toEqual([{ text: 'SHA256:abc' }]));
});

test('the panel of a found key shows what it may do in each project, and what the API lacks', async () => {
  const row = {
    ...{ id: 9, answer: 'known', kind: 'deploy', title: 'CI deploy', expires_at: null, last_used_at: null },
    deploy_keys_projects: [
      { project_id: 7, can_push: true },
      { project_id: 8, can_push: false },
    ],
  };
  const { table, press } = await keys(listAnswers<'keys'>(fakeList([row])));
  await table();
  await press('{Home}{Enter}');
  const panel = page.getByRole('complementary', { name: /CI deploy/ });
  await expect.element(panel.getByText('Read and push')).toBeVisible();
  await expect.element(panel.getByText('Read only')).toBeVisible();
  await expect.element(panel.getByText('Not available in this API')).toBeVisible();
});
