import type { FieldChange } from '#shared/contract/changes.ts';
import { fieldName } from '#shared/text/en/fields.ts';
import { fileText, fileTitle, isMade } from '#shared/text/en/change-text.ts';

/** A file that a write changes. */
export interface FileChange {
  /** "Update README.md" */
  title: string;
  /** Chooses the language. */
  fileName: string;
  /** Null: not known. */
  before: string | null;
  /** Null: the write sends no text. */
  after: string | null;
  /** What it sends instead of a text: "A file of 2 MB"; null: nothing. */
  note: string | null;
}

interface Write {
  method: string;
  changes: readonly FieldChange[];
  /** The path of the file, if the write changes one. */
  path: string;
  /** The texts of files before the write, by path. Absent: not known. */
  formerTexts?: ReadonlyMap<string, string> | undefined;
}

/** The files that a field changes, to compare their texts; null: there are none, or they can't be compared. */
export function fileChanges(change: FieldChange, write: Write): FileChange[] | null {
  const { field, after } = change;
  if (field === 'content') return contentChange(change, write);
  if (change.before !== undefined || !Array.isArray(after) || after.length === 0) return null;
  const files = after.map((action: Action) => actionChange(action, write.formerTexts));
  return files.every((file) => file !== null) ? files : null;
}

function contentChange(change: FieldChange, write: Write): FileChange[] | null {
  const before = isMade(write, change) ? '' : change.before;
  const isBase64 = write.changes.some(({ field, after }) => field === 'encoding' && after === 'base64');
  if (isBase64 || typeof before !== 'string' || typeof change.after !== 'string') return null;
  return [{ title: fieldName('content'), fileName: nameOf(write.path), before, after: change.after, note: null }];
}

type Action = Partial<Record<'action' | 'file_path' | 'previous_path' | 'content' | 'encoding', unknown>>;

function actionChange(action: Action, formerTexts: Write['formerTexts']): FileChange | null {
  const title = fileTitle(action);
  if (title === null) return null;
  const { file_path, previous_path, content, encoding } = action;
  const isNew = action.action === undefined || action.action === 'create';
  const former = isNew ? '' : (formerTexts?.get(String(previous_path ?? file_path)) ?? null);
  return {
    title,
    fileName: nameOf(String(file_path)),
    before: encoding === 'base64' ? null : former,
    after: typeof content === 'string' ? content : null,
    note: fileText(content),
  };
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? '';
