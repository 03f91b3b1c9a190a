import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import type { CertificateCheck } from '#shared/contract/ssh-certificates.ts';
import SshCertificatesPage from '../../../src-renderer/pages/ssh-certificates/SshCertificatesPage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { refusing } from '../plan/render-with-plan.ts';
import { cannotWrite, chosen, expectDisabled, reasonOf, run } from '../page-rig.ts';

const scope = 'group:42';
const good: CertificateCheck = {
  ...{ isTitleBlank: false, isTitleTaken: false, problem: null, fault: null, detail: null, line: 'ssh-ed25519 AAAA' },
  ...{ type: 'ED25519', bits: 256, sha256: 'abc', same: null },
};
const bad = (over: Partial<CertificateCheck>): CertificateCheck => ({ ...good, line: null, sha256: null, ...over });
const dialog = page.getByRole('dialog');
const title = dialog.getByLabelText('Title', { exact: true });
const key = dialog.getByLabelText('Public key of the authority', { exact: true });
const add = dialog.getByRole('button', { name: 'Add SSH certificate', exact: true });

async function certificates(
  check: (input: { title: string; key: string }) => CertificateCheck = () => good,
  { writes = {}, world = {} }: { writes?: Partial<FakeWrites>; world?: Partial<FakeWorld> } = {},
): Promise<RenderedPage> {
  const rows = [
    { id: 1, title: 'Workstations', key: 'ssh-ed25519 AAAB' },
    { id: 2, title: 'Build machines', key: 'ssh-ed25519 AAAC' },
  ];
  const rendered = await renderPage(SshCertificatesPage, {
    path: '/ssh-certificates',
    hasPlans: true,
    world: { ...chosen(), ...world, writes: sampleWrites(writes) },
    answers: { sshCertificates: { ...listAnswers<'sshCertificates'>(fakeList(rows, { scope })), check } },
  });
  await rendered.table();
  return rendered;
}

test('a key is checked while it is typed, and a bad one is explained at its field and not sent', async () => {
  const rendered = await certificates((input) => {
    if (input.key === '') return bad({ problem: 'empty' });
    return input.key.startsWith('SHA256')
      ? bad({ problem: 'fingerprint' })
      : bad({ problem: 'unreadable', fault: 'cut-short' });
  });
  await run(rendered, 'certificates.add');
  await click(add);
  await expect.element(title).toHaveAccessibleDescription(/Title is required\./);
  await expect.element(title).toHaveFocus();
  await expect.element(key).toHaveAccessibleDescription(/Paste the public key of the certificate authority\./);
  await fill(title, 'Laptops');
  await fill(key, 'ssh-ed25519 AAAAC3Nz');
  await expect.element(key).toHaveAccessibleDescription(/The key is incomplete\. Copy all of it\./);
  await fill(key, 'SHA256:abc');
  await expect.element(key).toHaveAccessibleDescription(/This is a fingerprint\. Paste the complete public key\./);
  await click(add);
  await expect.element(key).toHaveFocus();
  expect(rendered.calls('changes.run')).toEqual([]);
});

test('a certificate is sent as the line that was checked, and a key that the group already trusts is named', async () => {
  const rendered = await certificates(() => ({ ...good, same: { id: 1, title: 'Workstations' } }));
  await run(rendered, 'certificates.add');
  await fill(title, ' Laptops ');
  await fill(key, 'cert-authority ssh-ed25519 AAAA');
  await expect.element(dialog.getByRole('status')).toMatchTextContent('ED25519, 256 bits, SHA256:abc');
  await expect.element(dialog.getByRole('status')).toMatchTextContent('already trusts this key, as “Workstations”');
  await click(add);
  await eventually(() =>
    expect(rendered.calls('changes.run')).toMatchObject([
      { op: 'ssh-certificates.create', path: { id: 42 }, body: { title: 'Laptops', key: 'ssh-ed25519 AAAA' } },
    ]),
  );
  await expect.element(dialog).not.toBeInTheDocument();
});

test('without a chosen group, a certificate is added to the group that is entered in the form', async () => {
  const rendered = await renderPage(SshCertificatesPage, {
    path: '/ssh-certificates',
    hasPlans: true,
    world: { writes: sampleWrites() },
    answers: { sshCertificates: { ...listAnswers<'sshCertificates'>(fakeList([])), check: () => good } },
  });
  await run(rendered, 'certificates.add');
  await fill(title, 'Laptops');
  await fill(key, 'ssh-ed25519 AAAA');
  await click(add);
  const group = dialog.getByLabelText('Group', { exact: true });
  await expect.element(group).toHaveAccessibleDescription(/Group is required\./);
  await fill(group, 'corp');
  await eventually(() => expect(rendered.calls('sshCertificates.check').at(-1)).toMatchObject({ scope: 'group:corp' }));
  await click(add);
  await eventually(() =>
    expect(rendered.calls('changes.run')).toMatchObject([
      { op: 'ssh-certificates.create', path: { id: 'corp' }, body: { title: 'Laptops', key: 'ssh-ed25519 AAAA' } },
    ]),
  );
});

test('a certificate that the instance refuses stays in the form, with the message of the instance', async () => {
  const answer = () => ({ state: 'refused' as const, status: 422, reportedMessage: 'Key is too odd' });
  const rendered = await certificates(() => good, { writes: { answer } });
  await run(rendered, 'certificates.add');
  await fill(title, 'Laptops');
  await fill(key, 'ssh-ed25519 AAAA');
  await click(add);
  await expect.element(key).toHaveAccessibleDescription('Key is too odd.');
  await expect.element(title).toHaveValue('Laptops');
});

test('a private key is removed from its field with a warning, and never reaches the core', async () => {
  const rendered = await certificates(({ key: given }) => (given === '' ? bad({ problem: 'empty' }) : good));
  await run(rendered, 'certificates.add');
  await fill(key, '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n');
  await expect
    .element(key)
    .toHaveAccessibleDescription(/This is a private key\. Reeve removed it and didn’t send it\./);
  await expect.element(key).toHaveValue('');
  expect(JSON.stringify(rendered.core.calls)).not.toContain('b3BlbnNzaC1rZXktdjEAAAAA');
  expect(document.body.innerHTML).not.toContain('b3BlbnNzaC1rZXktdjEAAAAA');
});

test('a certificate is deleted only after its exact title was typed', async () => {
  const rendered = await certificates();
  await rendered.press('{Home}');
  await run(rendered, 'certificates.remove');
  await expect.element(dialog).toMatchTextContent('You can add it again, with a new ID and date.');
  const confirm = dialog.getByRole('textbox');
  await fill(confirm, 'Build');
  await click(dialog.getByRole('button', { name: /^Delete/ }));
  await expect.element(confirm).toHaveAccessibleDescription(/The title doesn’t match “Build machines”\./);
  expect(rendered.calls('changes.run')).toEqual([]);
  await fill(confirm, 'Build machines');
  await click(dialog.getByRole('button', { name: /^Delete/ }));
  await eventually(() =>
    expect(rendered.calls('changes.run')).toMatchObject([
      { op: 'ssh-certificates.remove', path: { id: 42, certificate_id: 2 } },
    ]),
  );
});

test('a deletion that the instance refuses is explained in the dialog', async () => {
  const rendered = await certificates(() => good, { writes: refusing(409, 'The key is in use') });
  await rendered.press('{Home}');
  await run(rendered, 'certificates.remove');
  await fill(dialog.getByRole('textbox'), 'Build machines');
  await click(dialog.getByRole('button', { name: /^Delete/ }));
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^The key is in use\./);
});

test.each(cannotWrite)(
  '%s, no certificate can be added or deleted, and the button says why',
  async (_, world, reason) => {
    const rendered = await certificates(() => good, { world });
    await rendered.press('{Home}');
    await eventually(() => expect(reasonOf(rendered, 'certificates.remove')).toMatch(reason));
    await expectDisabled(page.getByRole('button', { name: 'Add SSH certificate…' }), reason);
  },
);

test('the panel shows the type and the fingerprint of the key, and nothing of another key if it can’t be read', async () => {
  const { calls } = await certificates((input) => {
    if (input.key === 'ssh-ed25519 AAAC') throw new Error('unreadable');
    return good;
  });
  await click(page.getByText('Workstations'));
  await expect.element(page.getByText('ED25519 256')).toBeVisible();
  await expect.element(page.getByText('SHA256:abc')).toBeVisible();
  await click(page.getByText('Build machines'));
  await expect.element(page.getByRole('complementary').getByText('ssh-ed25519 AAAC')).toBeVisible();
  await expect.element(page.getByText('SHA256:abc')).not.toBeInTheDocument();
  expect(calls('sshCertificates.check')).toMatchObject([{ key: 'ssh-ed25519 AAAB' }, { key: 'ssh-ed25519 AAAC' }]);
});
