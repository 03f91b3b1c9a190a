import { expect, test } from 'vitest';
import { changeText, requestPath, shownValue } from './change-text.ts';

const shown = (value: unknown): string =>
  shownValue('runners.edit', { field: 'paused', before: value, after: null, isSecret: false }, 'before').text;

test('booleans are shown as Yes and No, as in the lists, and the texts Yes and No are quoted', () => {
  const change = { field: 'paused', before: false, after: true, isSecret: false };
  expect(changeText({ op: 'runners.edit', method: 'PUT' }, change)).toBe('Paused: No → Yes');
  expect([true, false, 'true', 'false', 'Yes', 'No'].map(shown)).toEqual([
    'Yes',
    'No',
    'true',
    'false',
    '"Yes"',
    '"No"',
  ]);
  expect(shown([true, 'true'])).toBe('Yes, true');
});

test('values are named as in the lists and forms of their resource', () => {
  const text = (op: string, field: string, after: string): string =>
    changeText({ op, method: 'POST' }, { field, after, isSecret: false });
  expect([
    text('runners.edit', 'access_level', 'ref_protected'),
    text('notification-settings.editOfGroup', 'level', 'mention'),
    text('dependency-exports.createForProject', 'export_type', 'dependency_list'),
    text('remote-mirrors.edit', 'auth_method', 'ssh_public_key'),
    text('wikis.create', 'format', 'asciidoc'),
    text('imports.fromCodehostA', 'timeout_strategy', 'optimistic'),
  ]).toEqual([
    'Access level: Protected branches only',
    'Level: On mention',
    'Export type: Dependency list',
    'Authentication: SSH public key',
    'Format: AsciiDoc',
    'Timeout strategy: Continue with the rest',
  ]);
});

test('a file from this computer is shown only as its size', () => {
  const content = { staged: '7f3c', sizeBytes: 2_621_440, sha256: 'ab' };
  expect(shownValue('runners.edit', { field: 'content', after: content, isSecret: false }, 'after')).toEqual({
    text: 'A file of 2.5 MB',
    isQuiet: true,
  });
  const actions = [{ action: 'create', file_path: 'a.bin', content }];
  expect(shownValue('runners.edit', { field: 'actions', after: actions, isSecret: false }, 'after').text).toBe(
    'Create a.bin\nA file of 2.5 MB',
  );
});

test('a previous content that exists but is not shown is described by its size and the reason', () => {
  const before = (why: 'too-large' | 'not-text' | 'not-read') =>
    shownValue(
      'runners.edit',
      { field: 'content', before: null, isSecret: false, unshown: { why, sizeBytes: 31_457_280 } },
      'before',
    );
  expect(before('too-large')).toEqual({ text: 'A file of 30 MB, too large to show', isQuiet: true });
  expect(before('not-text')).toEqual({ text: 'A file of 30 MB that isn’t text', isQuiet: true });
  expect(before('not-read')).toEqual({ text: 'not readable', isQuiet: true });
});

test('actions on files are shown as text, with the contents below', () => {
  const actions = [
    { action: 'update', file_path: 'README.md', content: 'One\nTwo\n', last_commit_id: 'ab' },
    { action: 'move', file_path: 'b.md', previous_path: 'a.md' },
    { action: 'chmod', file_path: 'run.sh', execute_filemode: true },
    { action: 'rename', file_path: 'other' },
  ];
  expect(shownValue('runners.edit', { field: 'actions', after: actions, isSecret: false }, 'after').text).toBe(
    'Update README.md\nOne\nTwo\n\nMove a.md to b.md\nMake run.sh executable\nrename other',
  );
  const files = [{ file_path: 'a.txt', content: '' }];
  expect(shownValue('runners.edit', { field: 'files', after: files, isSecret: false }, 'after').text).toBe(
    'Create a.txt\n',
  );
});

test('fields and values have the same names as in lists and forms', () => {
  const deployment = { op: 'deployments.create', method: 'POST' };
  expect(changeText(deployment, { field: 'status', after: 'success', isSecret: false })).toBe('Status: Succeeded');
  const webhook = { op: 'webhooks.create', method: 'POST' };
  const strategy = { field: 'branch_filter_strategy', after: 'all_branches', isSecret: false };
  expect(changeText(webhook, strategy)).toBe('Branch filter type: All branches');
  expect(changeText(webhook, { field: 'note_events', after: true, isSecret: false })).toBe('Comments: Yes');
});

test('the path of a request is shown with decoded dots, and with all other encoded characters as they are sent', () => {
  expect(requestPath('/files/docs%2Fguide%2Emd')).toBe('/files/docs%2Fguide.md');
  // The name of this file is a%2Emd
  expect(requestPath('/files/a%252Emd')).toBe('/files/a%252Emd');
});
