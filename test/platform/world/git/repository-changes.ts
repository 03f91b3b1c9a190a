import { Refusal } from '../../http/refusal.ts';
import { blobObject, MODE } from './git-objects.ts';
import type { Entry, Files, GitObject } from './git-objects.ts';

/** One step of a commit (document 1:150). */
export type Action = { path: string; lastCommit?: string | undefined } & (
  | { kind: 'create' | 'update'; content: Buffer; isExecutable?: boolean | undefined }
  | { kind: 'delete' }
  | { kind: 'move'; previousPath: string; content?: Buffer | undefined }
  | { kind: 'chmod'; isExecutable: boolean }
  | { kind: 'submodule'; commit: string }
);

/** A file that a commit changes. */
export interface ChangedFile {
  path: string;
  kind: 'added' | 'modified' | 'removed';
  /** Size of the new content; 0 if the file is deleted, only moved, or only changes its mode. */
  sizeBytes: number;
}

export interface Applied {
  files: Files;
  blobs: GitObject[];
  changed: ChangedFile[];
}

const refused = (reason: string) => new Refusal(400, reason);

/** Whether a repository may contain this path. */
export const isFilePath = (path: string) =>
  path !== '' &&
  !path.includes('\0') &&
  path.split('/').every((step) => step !== '' && step !== '.' && step !== '..' && step.toLowerCase() !== '.git');

/**
 * The files after these actions, one after the other.
 * Fails: 400 for an action that does not match the existing files.
 */
export function applied(before: Files, actions: readonly Action[]): Applied {
  const files = new Map(before);
  const blobs: GitObject[] = [];
  const sizes = new Map<string, number>();
  const put = (path: string, content: Buffer, mode: string) => {
    const blob = blobObject(content);
    blobs.push(blob);
    sizes.set(path, content.length);
    files.set(path, { mode, id: blob.id });
  };
  for (const action of actions) {
    const { path } = action;
    if (!isFilePath(path)) throw refused('file_path should be a valid file path');
    switch (action.kind) {
      case 'create':
        requireFree(files, path);
        put(path, action.content, action.isExecutable === true ? MODE.executable : MODE.file);
        break;
      case 'update': {
        const { mode } = requireFile(files, path);
        put(path, action.content, withExecutable(mode, action.isExecutable));
        break;
      }
      case 'delete':
        requireAny(files, path);
        files.delete(path);
        break;
      case 'move': {
        if (!isFilePath(action.previousPath)) throw refused('previous_path should be a valid file path');
        const entry = requireAny(files, action.previousPath);
        files.delete(action.previousPath);
        requireFree(files, path);
        if (action.content === undefined) files.set(path, entry);
        else put(path, action.content, entry.mode);
        break;
      }
      case 'chmod': {
        const { mode, id } = requireFile(files, path);
        files.set(path, { mode: withExecutable(mode, action.isExecutable), id });
        break;
      }
      case 'submodule':
        if (files.get(path)?.mode !== MODE.submodule) throw refused('Invalid submodule path');
        files.set(path, { mode: MODE.submodule, id: action.commit });
        break;
      default:
        action satisfies never;
    }
  }
  return { files, blobs, changed: difference(before, files, sizes) };
}

function requireAny(files: Files, path: string): Entry {
  const entry = files.get(path);
  if (entry === undefined) throw refused("A file with this name doesn't exist");
  return entry;
}

function requireFile(files: Files, path: string): Entry {
  const entry = requireAny(files, path);
  if (entry.mode === MODE.submodule) throw refused("A file with this name doesn't exist");
  return entry;
}

function requireFree(files: Files, path: string) {
  if (files.has(path)) throw refused('A file with this name already exists');
  const steps = path.split('/');
  for (let depth = 1; depth < steps.length; depth += 1) {
    if (files.has(steps.slice(0, depth).join('/'))) throw refused('A file with this name already exists');
  }
  for (const other of files.keys()) {
    if (other.startsWith(`${path}/`)) throw refused('A directory with this name already exists');
  }
}

function withExecutable(mode: string, isExecutable: boolean | undefined) {
  if (isExecutable === undefined || mode === MODE.link) return mode;
  return isExecutable ? MODE.executable : MODE.file;
}

function difference(before: Files, after: Files, sizes: ReadonlyMap<string, number>): ChangedFile[] {
  const changed: ChangedFile[] = [];
  for (const path of before.keys()) if (!after.has(path)) changed.push({ path, kind: 'removed', sizeBytes: 0 });
  for (const [path, { id, mode }] of after) {
    const old = before.get(path);
    if (old?.id === id && old.mode === mode) continue;
    changed.push({ path, kind: old === undefined ? 'added' : 'modified', sizeBytes: sizes.get(path) ?? 0 });
  }
  return changed;
}
