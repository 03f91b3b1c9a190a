import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { button, dialog, editor, field, file, newSnippet, projectScope, write } from './rig.ts';

const create = () => click(button('Create snippet'));
const text = (words: string | RegExp) => dialog().getByText(words);

test('missing input of a new snippet is explained at its fields, and nothing is sent', async () => {
  const { sent } = await newSnippet();
  await fill(field('Title'), '   ');
  await create();
  await expect.element(text('Title is required.')).toBeVisible();
  await expect.element(field('Title')).toHaveFocus();
  await expect.element(text('Enter a file name.')).toBeVisible();
  await expect.element(text(/^Enter the content/)).toBeVisible();
  await fill(field('File name'), '/a');
  await expect.element(text(/^Enter a path without a slash/)).toBeVisible();
  await fill(field('File name'), '../a');
  await expect.element(text(/^Enter a path without a slash/)).toBeVisible();
  await fill(field('File name'), 'a');
  await expect.element(text(/^Enter a path without a slash/)).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

test('two new files with the same name are refused at the second one, until it has another name', async () => {
  const { sent } = await newSnippet();
  await fill(field('Title'), 'Two scripts');
  await fill(field('File name'), 'run.sh');
  await write('echo 1\n');
  await click(button('Add file'));
  await fill(field('File name'), 'run.sh');
  await write('echo 2\n');
  await create();
  await expect.element(text('Another file has this name.')).toBeVisible();
  await expect.element(field('File name')).toHaveFocus();
  expect(sent()).toEqual([]);
  await fill(field('File name'), 'stop.sh');
  await expect.element(text('Another file has this name.')).not.toBeInTheDocument();
  await create();
  await expect.poll(sent).toHaveLength(1);
});

test('a file without content is marked in the list of files, gets the focus, and is shown with its error', async () => {
  const { sent } = await newSnippet();
  await fill(field('Title'), 'Two scripts');
  await fill(field('File name'), 'run.sh');
  await write('echo 1\n');
  await click(button('Add file'));
  await fill(field('File name'), 'stop.sh');
  await create();
  await click(file('run.sh'));
  await expect.element(file('stop.sh')).toMatchTextContent('incomplete');
  await click(button('Create snippet'));
  await expect.element(file('stop.sh')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('File name')).toHaveValue('stop.sh');
  await expect.element(text(/^Enter the content/)).toBeVisible();
  expect(sent()).toEqual([]);
});

test('a snippet without any file is refused, and sent after a file is added', async () => {
  const { sent, isClosed } = await newSnippet();
  await fill(field('Title'), 'One script');
  await click(button('Delete file'));
  await expect.element(field('File name')).not.toBeInTheDocument();
  await create();
  await expect.element(text('A snippet needs at least one file.')).toBeVisible();
  expect(sent()).toEqual([]);
  await click(button('Add file'));
  await fill(field('File name'), 'run.sh');
  await write('echo 1\n');
  await create();
  await expect.poll(isClosed).toBe(true);
  expect(sent()).toMatchObject([
    { op: 'personal-snippets.create', path: {}, body: { files: [{ file_path: 'run.sh', content: 'echo 1\n' }] } },
  ]);
});

test('a new snippet of a project says to which project it belongs, and is sent to it with all its fields and files', async () => {
  const { sent, isClosed } = await newSnippet({ scope: projectScope });
  await expect.element(text('The snippet belongs to the project acme/core.')).toBeVisible();
  await fill(field('Title'), 'Deployment scripts');
  await click(dialog().getByRole('radio', { name: 'Public' }));
  await write('About **two** files', 'Description');
  await click(dialog().getByRole('button', { name: 'Preview' }).first());
  await expect
    .element(dialog().getByRole('region', { name: 'Preview: Description' }).getByRole('strong'))
    .toHaveTextContent('two');
  await fill(field('File name'), 'scripts/start.sh');
  await write('echo start\n');
  await click(button('Add file'));
  await fill(field('File name'), 'scripts/stop.sh');
  await expect.element(editor()).toHaveTextContent('');
  await write('echo stop\n');
  await create();
  await expect.poll(isClosed).toBe(true);
  expect(sent()).toMatchObject([
    {
      op: 'project-snippets.create',
      path: { id: 7 },
      body: {
        ...{ title: 'Deployment scripts', visibility: 'public', description: 'About **two** files' },
        files: [
          { file_path: 'scripts/start.sh', content: 'echo start\n' },
          { file_path: 'scripts/stop.sh', content: 'echo stop\n' },
        ],
      },
    },
  ]);
  await expect.element(page.getByText('Created snippet Deployment scripts')).toBeVisible();
});
