import type { Params } from '../http/params.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter } from '../http/refusal.ts';
import type { Action } from '../world/git/repository-changes.ts';
import { decoded } from './commit-requests.ts';

const KINDS = ['create', 'delete', 'move', 'update', 'chmod'] as const;

/** `actions[]`, document 1:150. They are optional only for an empty commit. */
export function actionsOf(read: Reader, mayBeMissing: boolean): Action[] {
  const list = mayBeMissing ? (read.hashes('actions') ?? []) : read.required.hashes('actions');
  if (list.length === 0 && !mayBeMissing) throw badParameter('actions is empty');
  return list.map(actionOf);
}

function actionOf(params: Params, i: number): Action {
  const named = Object.entries(params).map(([field, value]) => [`actions[${i}][${field}]`, value] as const);
  const read = reader(Object.fromEntries(named));
  const name = (field: string) => `actions[${i}][${field}]`;
  const required = (field: string) => {
    const text = read.required.text(name(field));
    if (text === '') throw badParameter(`${name(field)} is empty`);
    return text;
  };
  const kind = read.required.oneOf(name('action'), KINDS);
  const path = required('file_path');
  const encoding = read.oneOf(name('encoding'), ['text', 'base64']);
  const lastCommit = read.text(name('last_commit_id')) || undefined;
  switch (kind) {
    case 'create':
      return { kind, path, content: decoded(read.required.text(name('content')), encoding) };
    case 'update':
      return { kind, path, content: decoded(read.required.text(name('content')), encoding), lastCommit };
    case 'delete':
      return { kind, path, lastCommit };
    case 'chmod':
      return { kind, path, isExecutable: read.required.boolean(name('execute_filemode')) };
    case 'move': {
      const content = read.text(name('content'));
      const previousPath = required('previous_path');
      return {
        kind,
        path,
        previousPath,
        content: content === undefined ? undefined : decoded(content, encoding),
        lastCommit,
      };
    }
  }
}
