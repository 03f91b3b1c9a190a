import { expect, test } from 'vitest';
import { revertSteps, type FormerFile, type FileStep } from './revert-files.ts';

type Files = Record<string, { content: string; isExecutable: boolean }>;

/** The files after the platform has carried out the steps. Throws if a step is not possible. */
function after(files: Files, steps: readonly FileStep[]): Files {
  const now: Files = structuredClone(files);
  const take = (path: string) => {
    const file = now[path];
    if (file === undefined) throw new Error(`there is no ${path}`);
    return file;
  };
  for (const { action, file_path, previous_path = '', content, execute_filemode } of steps) {
    const isFree = now[file_path] === undefined;
    if ((action === 'create' || action === 'move') && !isFree) throw new Error(`${file_path} is there`);
    if (action === 'create') now[file_path] = { content: content ?? '', isExecutable: false };
    else if (action === 'update') now[file_path] = { ...take(file_path), content: content ?? '' };
    else if (action === 'chmod') now[file_path] = { ...take(file_path), isExecutable: execute_filemode ?? false };
    else if (action === 'delete') delete now[file_path];
    else {
      now[file_path] = { ...take(previous_path), ...(content === undefined ? {} : { content }) };
      delete now[previous_path];
    }
  }
  return now;
}

const files: Files = {
  a: { content: 'A', isExecutable: false },
  b: { content: 'B', isExecutable: true },
};
const known = (keepsContent: boolean) =>
  new Map(
    Object.entries(files).map(([path, { content, isExecutable }]): [string, FormerFile] => [
      path,
      { content: keepsContent ? content : null, isExecutable },
    ]),
  );

test.each<[string, FileStep[]]>([
  ['created', [{ action: 'create', file_path: 'c', content: 'C' }]],
  [
    'changed and changed again',
    [
      { action: 'update', file_path: 'a', content: '1' },
      { action: 'update', file_path: 'a', content: '2' },
    ],
  ],
  ['deleted', [{ action: 'delete', file_path: 'b' }]],
  [
    'deleted and created again',
    [
      { action: 'delete', file_path: 'b' },
      { action: 'create', file_path: 'b', content: 'x' },
    ],
  ],
  [
    'created and deleted',
    [
      { action: 'create', file_path: 'c', content: 'C' },
      { action: 'delete', file_path: 'c' },
    ],
  ],
  ['moved', [{ action: 'move', file_path: 'c', previous_path: 'b' }]],
  ['moved and changed', [{ action: 'move', file_path: 'c', previous_path: 'b', content: 'x' }]],
  [
    'moved twice',
    [
      { action: 'move', file_path: 'c', previous_path: 'b' },
      { action: 'move', file_path: 'd', previous_path: 'c' },
    ],
  ],
  [
    'moved, and another created in its place',
    [
      { action: 'move', file_path: 'c', previous_path: 'b' },
      { action: 'create', file_path: 'b', content: 'x' },
    ],
  ],
  [
    'moved into the place of a deleted one',
    [
      { action: 'delete', file_path: 'a' },
      { action: 'move', file_path: 'a', previous_path: 'b' },
    ],
  ],
  [
    'swapped',
    [
      { action: 'move', file_path: 'c', previous_path: 'a' },
      { action: 'move', file_path: 'a', previous_path: 'b' },
      { action: 'move', file_path: 'b', previous_path: 'c' },
    ],
  ],
  [
    'made executable or not executable',
    [
      { action: 'chmod', file_path: 'a', execute_filemode: true },
      { action: 'chmod', file_path: 'b', execute_filemode: false },
    ],
  ],
])('the revert steps restore files that were %s', (_, steps) => {
  const changed = after(files, steps);
  const back = revertSteps(steps, known(true));
  expect(back.lost).toEqual([]);
  expect(after(changed, back.steps)).toEqual(files);
});

test('without the former content a move can be reverted, a change or deletion cannot', () => {
  const move: FileStep[] = [{ action: 'move', file_path: 'c', previous_path: 'b' }];
  const back = revertSteps(move, known(false));
  expect(back.lost).toEqual([]);
  expect(after(after(files, move), back.steps)).toEqual(files);
  expect(revertSteps([{ action: 'update', file_path: 'a', content: 'x' }], known(false)).lost).toEqual(['a']);
  expect(revertSteps([{ action: 'delete', file_path: 'a' }], known(false)).lost).toEqual(['a']);
});
