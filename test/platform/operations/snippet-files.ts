import type { Params } from '../http/params.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badFields, badParameter, badRequest } from '../http/refusal.ts';
import { filesOf } from '../world/snippets.ts';
import type { Snippet, SnippetFile } from '../world/snippets.ts';
import { isFilePath } from '../world/git/repository-changes.ts';

const MAX_FILES = 10;
const ACTIONS = ['create', 'update', 'delete', 'move'] as const;

/** The files of a new snippet: `files`, or the deprecated `content` and `file_name` (readings 22). Fails: 400. */
export function newFiles(read: Reader): SnippetFile[] {
  requireOneWay(read);
  const given = read.hashes('files');
  if (given === undefined) {
    if (!read.has('content') && !read.has('file_name')) throw badParameter('files is missing');
    return checked([{ path: read.required.text('file_name'), content: requiredContent(read) }]);
  }
  if (given.length === 0) throw badParameter('files is empty');
  return checked(
    given.map((file) => {
      const each = reader(file);
      return { path: requiredText(each, 'file_path'), content: requiredContent(each, 'files[content]') };
    }),
  );
}

/** The files after a change; undefined if the body changes none. Fails: 400 for an invalid action. */
export function changedFiles(snippet: Snippet, read: Reader): SnippetFile[] | undefined {
  requireOneWay(read);
  const before = filesOf(snippet);
  const actions = read.hashes('files');
  if (actions !== undefined) return checked(actions.reduce(applied, [...before]));
  const content = read.text('content');
  const path = read.text('file_name');
  if (content === undefined && path === undefined) return undefined;
  if (before.length > 1) throw badRequest('To update Snippets with multiple files, you must use the `files` parameter');
  const [only = { path: '', content: '' }] = before;
  return checked([{ path: path ?? only.path, content: content ?? only.content }]);
}

function applied(files: SnippetFile[], given: Params): SnippetFile[] {
  const read = reader(given);
  const action = read.oneOf('action', ACTIONS);
  if (action === undefined) throw badParameter('files[action] is missing');
  const at = (path: string) => {
    const place = files.findIndex((file) => file.path === path);
    if (place < 0) throw badRequest(`A file with the name ${path} does not exist`);
    return place;
  };
  switch (action) {
    case 'create': {
      const path = requiredText(read, 'file_path');
      return [...files, { path, content: requiredContent(read, 'files[content]') }];
    }
    case 'update': {
      const path = requiredText(read, 'file_path');
      return files.with(at(path), { path, content: requiredContent(read, 'files[content]') });
    }
    case 'delete':
      return files.toSpliced(at(requiredText(read, 'file_path')), 1);
    case 'move': {
      const previous = requiredText(read, 'previous_path');
      const place = at(previous);
      const content = read.text('content') ?? files[place]?.content ?? '';
      return files.with(place, { path: requiredText(read, 'file_path'), content });
    }
    default:
      return action satisfies never;
  }
}

function checked(files: SnippetFile[]): SnippetFile[] {
  const paths = files.map(({ path }) => path);
  if (files.length === 0) throw badFields({ files: ['must have at least one file'] });
  if (files.length > MAX_FILES) throw badFields({ files: [`can't exceed ${MAX_FILES}`] });
  for (const path of paths) if (!isFilePath(path)) throw badRequest(`Invalid file name: ${path}`);
  const twice = paths.find((path, i) => paths.indexOf(path) < i);
  if (twice !== undefined) throw badRequest(`A file with the name ${twice} already exists`);
  return files;
}

function requireOneWay(read: Reader) {
  read.exclusive('files', 'content');
  read.exclusive('files', 'file_name');
}

function requiredText(read: Reader, name: string) {
  const text = read.text(name);
  if (text === undefined || text === '') throw badParameter(`files[${name}] is missing`);
  return text;
}

function requiredContent(read: Reader, called = 'content') {
  const content = read.text('content');
  if (content === undefined || content === '') throw badParameter(`${called} is missing`);
  return content;
}
