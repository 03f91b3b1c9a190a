import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { expect } from '../consoles.ts';
import { dialog, openAt } from './forms.ts';

export const projectPath = 'acme/core';
export const post = 'POST /projects/:id/repository/commits';

/** The repository of a project, as the simulator has it. */
export function repositoryOf({ world }: Platform, path = projectPath) {
  const project = world.projects.lookup(path);
  const user = world.users.ordered('id').find(({ username }) => username === 'maintainer');
  if (project === undefined || user === undefined) throw new Error(`there is no project ${path}`);
  const repository = world.repositories.of(project);
  const commitAt = async (ref: string) => (await world.repositories.resolve(project, ref)) ?? '';
  /** The content of a file; undefined: it does not exist. */
  const bytes = async (file: string, ref = 'main'): Promise<Buffer | undefined> => {
    const blob = await repository.blob(await commitAt(ref), file);
    return blob === undefined ? undefined : repository.content(blob.id);
  };
  return {
    project,
    commitAt,
    bytes,
    /** The text of a file; undefined: it does not exist. */
    text: async (file: string, ref = 'main') => (await bytes(file, ref))?.toString('utf8'),
    async mode(file: string, ref = 'main'): Promise<string | undefined> {
      return (await repository.blob(await commitAt(ref), file))?.mode;
    },
    /** The commit of a submodule on the default branch. */
    submodule: async (path: string) => (await repository.entry(await commitAt('main'), path))?.id,
    /** Another person changes a file. */
    async change(file: string, text: string): Promise<void> {
      const actions = [{ kind: 'update' as const, path: file, content: Buffer.from(text) }];
      await world.repositories.commit(project, user, { branch: 'main', message: 'Meanwhile', actions });
    },
    async newest(ref = 'main') {
      const [commit] = await repository.commits([await commitAt(ref)]);
      if (commit === undefined) throw new Error(`there is no ${ref}`);
      return commit;
    },
  };
}

export const builder = (id: number): string => `/p/${id}/code/builder`;
const columns = (window: Page) => window.getByRole('group', { name: 'Actions of the commit' });
export const column = (window: Page, name: string) => columns(window).getByRole('region', { name, exact: true });

export async function openBuilder(window: Page, id: number): Promise<void> {
  await openAt(window, builder(id));
  await expect(window.getByRole('heading', { level: 1, name: 'Commit builder' })).toBeVisible();
  await expect(window.getByLabel('Branch', { exact: true })).toBeVisible();
}

export async function addAction(window: Page, entry: string, file: string): Promise<void> {
  await window.getByRole('button', { name: 'Add action…' }).click();
  await window.getByRole('menuitem', { name: entry }).click();
  await window.getByLabel('Path', { exact: true }).fill(file);
  await window.keyboard.press('Enter');
}

/** Replace the whole text of a file in its editor. */
export async function edit(window: Page, file: string, text: string): Promise<void> {
  const editor = window.getByRole('textbox', { name: `Content of ${file}` });
  await editor.click();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.press('Backspace');
  await window.keyboard.insertText(text);
}

/** Open the plan of the commit. */
export const plan = (window: Page) => window.getByRole('button', { name: 'Commit…' }).click();

/** Apply the shown plan. It closes by itself. */
export async function apply(window: Page, button: RegExp, branch: string): Promise<void> {
  await dialog(window).getByRole('button', { name: button }).click();
  await expect(window.getByText(`Commit created on ${branch}`)).toBeVisible();
  await expect(dialog(window)).toBeHidden();
}
