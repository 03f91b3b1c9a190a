import type { Component } from 'svelte';
import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { Call } from '#shared/contract/changes.ts';
import { Preferences } from '#shared/contract/host.ts';
import { Failure } from '#shared/errors.ts';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import EditSnippet from '../../../src-renderer/pages/snippets/forms/EditSnippet.svelte';
import { form } from '../../../src-renderer/pages/snippets/forms/snippet-form.ts';
import { renderPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import PageWithPlan from '../plan/PageWithPlan.svelte';
import { sampleEntry } from '../samples.ts';

export const projectScope = 'project:7';
export const project = sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope: projectScope, path: 'acme/core' });

/** The project is in the catalogue. With its scope, it is also the chosen project. */
export const inProject = (scope: string): Partial<FakeWorld> => ({
  catalogue: [project],
  preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope || null, recent: [] } } }),
});

/** A stored file as the core returns it. `text`: null if it is not text. `sizeBytes`: by default the size of the text. */
export interface StoredFile {
  path: string;
  text: string | null;
  sizeBytes?: number;
  isCut?: boolean;
  /** The core refuses to store it. */
  failure?: Failure;
}

/** A snippet on the instance. Tests change it while a form is open. */
export interface InstanceSnippet {
  files: StoredFile[];
  updatedAt: string;
}

export const id = 5;
const title = 'Secret notes';
export const rowOf = ({ files, updatedAt }: InstanceSnippet, scope = ''): Record<string, unknown> => ({
  ...{ id, title, description: '', visibility: 'private', project_id: scope === '' ? null : 7 },
  ...{ file_name: files[0]?.path, author: { id: 1, username: 'root', name: 'Root' } },
  ...{ created_at: '2026-01-05T10:00:00Z', updated_at: updatedAt, web_url: 'https://git.corp.example/-/snippets/5' },
  files: files.map(({ path }) => ({ path, raw_url: '' })),
});

/** The verbs for one snippet, whose row and files are read again at each call. */
export function snippetAnswers(snippet: InstanceSnippet, scope = ''): FakeAnswers {
  const fileAt = (path: string | null) =>
    snippet.files.find((file, at) => (path === null ? at === 0 : file.path === path));
  const list = fakeList([rowOf(snippet, scope)], { scope });
  list.detailOf = () => rowOf(snippet, scope);
  return {
    snippets: listAnswers<'snippets'>(list),
    snippetFiles: {
      refresh: ({ path }) => {
        const { failure } = fileAt(path) ?? { failure: new Failure('missing', 'no such file') };
        if (failure !== undefined) throw failure;
        return { fetchedAt: Date.now() };
      },
      content: ({ path }) => {
        const file = fileAt(path);
        if (file === undefined) return { state: 'not-stored' };
        const { text, isCut = false, sizeBytes = new TextEncoder().encode(text ?? '').length } = file;
        return { state: 'stored', text, isCut, sizeBytes, sha256: 'a', fetchedAt: Date.now(), isOutdated: false };
      },
    },
  };
}

interface Shown {
  scope?: string;
  writes?: Partial<FakeWrites>;
  world?: Partial<FakeWorld>;
}

async function show(form: Component<never>, own: object, answers: FakeAnswers, shown: Shown) {
  const { scope = '', writes = {}, world = {} } = shown;
  let isClosed = false;
  const rendered = await renderPage(PageWithPlan, {
    answers,
    world: { ...inProject(scope), ...world, writes: sampleWrites(writes) },
    props: { shown: form, own: { ...own, onclose: () => (isClosed = true) } },
  });
  const sent = () => rendered.calls('changes.run') as Call[];
  return { ...rendered, sent, isClosed: () => isClosed };
}

/** The form for a new snippet. */
export function newSnippet(shown: Shown = {}) {
  return show(
    FormHost as Component<never>,
    { make: form, target: { scope: shown.scope ?? '', whole: null } },
    {},
    shown,
  );
}

/** The form for a snippet with these files, after they are loaded. */
export async function editSnippet(files: StoredFile[], shown: Shown = {}) {
  const { scope = '' } = shown;
  const snippet: InstanceSnippet = { files, updatedAt: '2026-01-06T10:00:00Z' };
  const rendered = await show(EditSnippet, { scope, id, title }, snippetAnswers(snippet, scope), shown);
  await expect.element(field('File name')).toBeVisible();
  return { ...rendered, snippet };
}

export const dialog = (): Locator => page.getByRole('dialog');
export const button = (name: string): Locator => dialog().getByRole('button', { name, exact: true });
export const field = (name: string): Locator => dialog().getByLabelText(name, { exact: true });
export const editor = (name = 'Content'): Locator => dialog().getByRole('textbox', { name, exact: true });
/** The button of a file. Its name ends with the state of the file: `logo.png renamed`. */
export const file = (name: string): Locator =>
  dialog().getByRole('group', { name: 'Files', exact: true }).getByRole('button', { name, exact: false });

/** Replace the text of an editor. */
export async function write(text: string, name?: string): Promise<void> {
  await userEvent.fill(editor(name), text);
}
