import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CheckedCommit } from '#shared/contract/push-rules.ts';
import { sampleWrites } from '../fake-writes.ts';
import { fakeRepository, refused } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, dialog, expectWrong, field } from '../code/controls.ts';
import { changeReadme, column, openBuilder, plan } from './open-builder.ts';

const rule = () => column('Push rule');

/** A push rule of the group that requires a prefix and a sign-off. */
function check(message: string): Partial<CheckedCommit> {
  const hasPrefix = message.startsWith('feat');
  const isSigned = message.includes('\n\nSigned-off-by: ');
  const both = { value: null, text: null, gap: null };
  return {
    ...{ group: 'group:acme', fetchedAt: Date.now(), unsynced: [] },
    checks: [
      {
        ...{ field: 'commit_message_regex', value: '^feat', gap: null },
        ...(hasPrefix ? { outcome: 'passes', text: null } : { outcome: 'fails', text: message }),
      },
      { field: 'reject_non_dco_commits', outcome: isSigned ? 'passes' : 'fails', ...both },
      { field: 'branch_name_regex', ...both, value: '^feat/', outcome: 'passes' },
      { field: 'file_name_regex', ...both, value: '[.]exe$', outcome: 'passes' },
      { field: 'reject_unsigned_commits', outcome: 'unknown', ...both, gap: 'signatures' },
    ],
  };
}

test('the push rule of the group is synced when the builder is opened, and checked while the commit is written', async () => {
  const repository = fakeRepository();
  const { calls, core } = await openBuilder({ repository });
  await expect.element(rule()).toMatchTextContent('Never synced: acme');
  await expect.poll(() => calls('jobs.opened')).toContainEqual({ collection: 'pushRules', scope: 'group:acme' });
  repository.rule = check;
  core.emit('pushRules', 'changed', { revision: 2 });
  await expect.element(rule()).toMatchTextContent('Rule of group acme');
  await changeReadme();
  await expect.element(rule()).toMatchTextContent('2 fail');
  await expect.element(rule()).toMatchTextContent('Doesn’t match: Ours');
  await expect.element(rule()).toMatchTextContent('No Signed-off-by (approximate)');
  await expect.element(rule()).toMatchTextContent('^feat/ Allowed');
  await expect.element(rule()).toMatchTextContent('No match (approximate)');
  await expect.element(rule()).toMatchTextContent('1 can’t be checked');
  const hint = page.getByText(/The instance will probably refuse this commit: 2 checks fail/);
  await expect.element(hint).toBeVisible();
  expect(calls('pushRules.checkCommit').at(-1)).toEqual({
    groups: ['group:acme'],
    commit: {
      ...{ branch: 'main', isNewBranch: false, isDefaultBranch: true, message: 'Ours', authorEmail: null },
      files: [{ path: 'README.md', sizeBytes: 5 }],
    },
  });
  await fill(field('Author name'), 'Rosa Tamm');
  await fill(field('Author email'), 'rosa@corp.example');
  await fill(field('Commit message'), 'feat: add a page');
  await click(button('Add line', rule()));
  await expect
    .element(field('Commit message'))
    .toHaveValue('feat: add a page\n\nSigned-off-by: Rosa Tamm <rosa@corp.example>');
  await expect.element(rule()).not.toMatchTextContent('fail');
  await expect.element(hint).not.toBeInTheDocument();
  expect(core.world.writes.plans).toEqual([]);
});

test('a failing push rule does not prevent the commit, and the refusal is shown at the field that it names', async () => {
  const answer = refused(400, '400 Bad request - Commit message does not follow the pattern ‘^feat’');
  const repository = fakeRepository({ rule: check });
  await openBuilder({ repository, world: { writes: sampleWrites({ answer }) } });
  await changeReadme();
  await expect.element(rule()).toMatchTextContent('2 fail');
  await plan();
  await click(button('Commit 1 action to main'));
  await expect.element(dialog().getByText('1 refused', { exact: true })).toBeVisible();
  await click(button('Close', dialog()));
  await expectWrong(field('Commit message'), /does not follow the pattern/);
  await click(page.getByText('Details', { exact: true }));
  await expect.element(page.getByText(/^HTTP 400 · 400 Bad request - Commit message/)).toBeVisible();
  await fill(field('Commit message'), 'feat: ours');
  await expect.element(field('Commit message')).not.toHaveAttribute('aria-invalid');
});
