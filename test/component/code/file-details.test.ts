import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { BlameBlock, OpenedFile } from '#shared/contract/repository-files.ts';
import { Failure } from '#shared/errors.ts';
import FileDetails from '../../../src-renderer/pages/code/files/FileDetails.svelte';
import { ShownFile } from '../../../src-renderer/stores/project/files/shown-file.svelte.ts';
import '../../../src-renderer/styles/index.css';
import { violations } from '../axe.ts';
import { eventually } from '../eventually.ts';
import { fakeCore, type FakeAnswers } from '../fake-core.ts';

const [commit, parent, last] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];
const facts = {
  ...{ fileName: 'main.ts', filePath: 'src/main.ts', ref: 'main', encoding: 'base64', sizeBytes: 2_148 },
  ...{ blobId: 'd'.repeat(40), contentSha256: 'e'.repeat(64), commitId: commit, lastCommitId: last },
  ...{ isExecutable: false, lfs: null },
};
const opened = (over: { [Name in keyof typeof facts]?: (typeof facts)[Name] | null } | null = {}): OpenedFile => ({
  file: {
    ...{ path: 'src/main.ts', found: true, checkedAt: 1 },
    facts: over === null ? null : ({ ...facts, ...over } as typeof facts),
  },
  ...{ content: { kind: 'none' }, lastCommit: null },
  sources: [
    { source: 'delivery', firstSeenAt: Date.UTC(2026, 10, 1) },
    { source: 'person', firstSeenAt: Date.UTC(2026, 10, 2) },
  ],
});
const former: BlameBlock = {
  ...{
    from: 12,
    count: 3,
    commitId: commit,
    title: 'Wrap lines',
    authorName: 'Ada',
    authoredAt: '2026-10-01T08:00:00Z',
  },
};
const block: BlameBlock = {
  ...former,
  ...{ message: 'Wrap lines\n\nAt words.', authorEmail: 'ada@example.com', committerName: 'Bo' },
  ...{ committerEmail: 'bo@example.com', committedAt: '2026-10-02T08:00:00Z', parentIds: [parent] },
};

/** A file with its blame, and how often the blame was requested. */
async function fileWith(answers: FakeAnswers['repositoryFiles'], isReachable = false) {
  const core = fakeCore({ answers: { repositoryFiles: { open: () => opened(), ...answers } } });
  const file = new ShownFile(core.session, { scope: 'project:7', ref: 'main', path: 'src/main.ts' });
  await eventually(async () => {
    await file.load();
    expect(file.opened).not.toBeNull();
  });
  await file.blame.need(12, 12, isReachable);
  return { file, loads: () => core.calls.filter(({ verb }) => verb === 'repositoryFiles.loadBlame').length };
}
const draw = (file: ShownFile, line: number | null) => render(FileDetails, { file, codePath: '/p/7/code', line });
const details = () => page.getByRole('region', { name: 'File details' });

test('all documented fields of a file and of the commit of a line are shown, with the sources of the path', async () => {
  const { file } = await fileWith({ blame: () => ({ blocks: [block] }) });
  await draw(file, 13);
  await expect.element(details()).toMatchTextContent(/Last change of lines 12 to 14/);
  const shown = ['main.ts', 'src/main.ts', '2,148 bytes', 'base64', 'No', 'main', facts.blobId, facts.contentSha256];
  const blamed = ['At words.', 'Ada', 'ada@example.com', 'Bo', 'bo@example.com', 'Path known from', 'and from'];
  for (const text of [...shown, ...blamed, 'Push deliveries', 'Added by you'])
    expect(details().element().textContent).toContain(text);
  for (const id of [commit, parent, last]) {
    const [link] = page.getByRole('link', { name: id }).elements();
    expect(link?.getAttribute('href')).toBe(`#/p/7/code/commits?ref=${id}`);
  }
  // The test shows no page around it
  expect((await violations()).filter((one) => !/^(landmark|region|page-has|heading-order)/.test(one))).toEqual([]);
});

test('fields that are not known are shown as not known, and so is a file that was never found', async () => {
  const { file } = await fileWith({
    open: () => opened({ encoding: null, contentSha256: null, lastCommitId: null }),
    blame: () => null,
  });
  await draw(file, null);
  for (const label of ['Encoding in responses', 'SHA-256 of content', 'Last commit'])
    await expect.element(details()).toMatchTextContent(new RegExp(`${label}\\s*Not known`));
  const { file: absent } = await fileWith({ open: () => opened(null), blame: () => null });
  await draw(absent, null);
  await expect.element(page.getByText('Reeve has never found the file at this ref.')).toBeVisible();
});

test('blame of an earlier version is loaded again, and shown as it is if that fails', async () => {
  const answers = { blame: () => ({ blocks: [former] }), loadBlame: () => ({ blocks: [block] }) };
  const offline = await fileWith(answers);
  expect(offline.loads()).toBe(0);
  expect(offline.file.blame.blockAt(12)).toEqual(former);
  const online = await fileWith(answers, true);
  expect(online.loads()).toBe(1);
  expect(online.file.blame.blockAt(12)).toEqual(block);
  const failing = await fileWith(
    {
      ...answers,
      loadBlame: () => {
        throw new Failure('denied', 'no', { status: 403 });
      },
    },
    true,
  );
  expect(failing.file.blame.blockAt(12)).toEqual(former);
  expect(failing.file.blame.failure).toBeNull();
  const kept = await fileWith({ ...answers, blame: () => ({ blocks: [block] }) }, true);
  expect(kept.loads()).toBe(0);
});
