import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import EditFile from '../../../src-renderer/pages/code/files/forms/EditFile.svelte';
import RemoveFile from '../../../src-renderer/pages/code/files/forms/RemoveFile.svelte';
import { versionOf, type FileVersion } from '../../../src-renderer/stores/project/files/file-version.ts';
import { base, fakeRepository, scope, showCode, type FakeRepository } from '../code/fake-repository.ts';
import { dialog } from '../code/controls.ts';
import type { RenderedPage } from '../console/render-page.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';

interface Given {
  repository?: FakeRepository;
  /** The path of the file; with `isNew`, the beginning of the path of the new file. */
  path?: string;
  isNew?: boolean;
  isFromDisk?: boolean;
  refName?: string;
  kind?: 'remove' | 'mode';
  submodules?: readonly string[];
  writes?: Partial<FakeWrites>;
}

export interface OpenedForm extends RenderedPage {
  repository: FakeRepository;
  writes: FakeWrites;
  /** What the form reported as written when it closed by itself. */
  written: { path: string; branch: string }[];
  /** The operation and the body of each write. */
  sent: () => unknown[];
}

/** The form that edits a file or creates one; with `kind`, the one that deletes it or changes its mode. */
export async function openForm({
  repository = fakeRepository({ branches: [{ name: 'main', default: true }, { name: 'stable' }] }),
  path = 'README.md',
  isNew = false,
  isFromDisk = false,
  refName = 'main',
  kind,
  submodules = [],
  writes: over = {},
}: Given = {}): Promise<OpenedForm> {
  await page.viewport(1440, 900);
  // A test can open another form
  cleanup();
  const writes = sampleWrites(over);
  const written: OpenedForm['written'] = [];
  const own = {
    ...{ scope, refName, path, version: isNew ? null : versionIn(repository, refName, path) },
    ...(kind === undefined ? { isFromDisk, submodules } : { kind }),
    ondone: (one: OpenedForm['written'][number]) => written.push(one),
    onclose: () => undefined,
  };
  const shown = await showCode(kind === undefined ? EditFile : RemoveFile, repository, {
    ...{ path: `${base}/files`, own, world: { writes } },
  });
  await expect.element(dialog()).toBeVisible();
  // The form has loaded the branches
  await expect.poll(() => document.querySelector('datalist option[value="main"]')).not.toBeNull();
  const sent = () =>
    writes.plans.toReversed().flatMap(({ id }) => writes.calls[id]?.map(({ op, body }) => ({ op, body })));
  return { ...shown, repository, writes, written, sent };
}

function versionIn({ files }: FakeRepository, ref: string, path: string): FileVersion {
  const file = files[ref]?.[path] ?? files['main']?.[path];
  if (file === undefined) throw new Error(`no file ${path}`);
  const { text, lastCommitId, isExecutable = false } = file;
  const sizeBytes = new TextEncoder().encode(text ?? '\0\0').length;
  const shown = text?.replace(/^\ufeff/, '') ?? '';
  const content =
    text === null
      ? ({ kind: 'binary', why: 'binary' } as const)
      : ({ kind: 'text', text: shown, lines: 1, encoding: 'utf-8', isCut: false } as const);
  const facts = {
    ...{ blobId: `blob of ${text}`, sizeBytes, isExecutable, lastCommitId, commitId: null, contentSha256: null },
    ...{ fileName: path, filePath: path, ref, encoding: 'base64', lfs: null },
  };
  const opened = { file: { path, found: true, checkedAt: 0, facts }, content, lastCommit: null, sources: [] };
  const version = versionOf(ref, opened);
  if (version === null) throw new Error(`no version of ${path}`);
  return version;
}
