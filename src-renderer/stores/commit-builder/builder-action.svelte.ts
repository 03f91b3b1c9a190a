import type { FileHead } from '#shared/contract/repository-files.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import type { StagedFile } from '../project/staged-files.ts';
import { isPathTaken, readActionFile, type ActionFile } from './action-file.ts';

export const actionNames = ['create', 'update', 'move', 'delete', 'chmod'] as const;
export type ActionName = (typeof actionNames)[number];

/** The commit from which a commit starts: a branch, tag or commit of a project. */
export interface Base {
  scope: Scope;
  ref: string;
}

/** How a file differs from what it was when its action was added. `lastCommitId`: of its new version. */
export interface BaseChange {
  kind: 'changed' | 'appeared' | 'disappeared';
  path: string;
  lastCommitId: string | null;
}

/** What is stored of an action. */
export interface StoredAction {
  action: ActionName;
  file_path: string;
  previous_path: string;
  encoding: 'text' | 'base64';
  text: string | null;
  discardedText: string | null;
  base64: string;
  staged: StagedFile | null;
  execute_filemode: boolean;
  /** The last commit of the file when the action was added. */
  last_commit_id: string | null;
}

/** What a person enters for an action, besides its text. */
export type ActionInput = Omit<StoredAction, 'text' | 'discardedText' | 'last_commit_id'>;

/** `base`: the start of the commit; null: not known yet. */
interface StoredFile {
  path: string;
  base: string | null;
  lastCommitId: string;
}

/** An action of a commit that is prepared, with the file that it changes. */
export class BuilderAction {
  readonly key: number;
  action = $state<ActionName>('update');
  file_path = $state('');
  previous_path = $state('');
  encoding = $state<'text' | 'base64'>('text');
  /** The new text; null: that of the file. */
  text = $state.raw<string | null>(null);
  /** The text that the person discarded last, which can be restored; null: none. */
  discardedText = $state.raw<string | null>(null);
  base64 = $state.raw('');
  /** A file from this computer, in place of `base64`. */
  staged = $state.raw<StagedFile | null>(null);
  execute_filemode = $state(true);
  isEditing = $state(false);
  /** The file that the action changes. Null: not loaded, or the action creates a file. */
  source = $state.raw<ActionFile | null>(null);
  /** Whether the path of the new file exists already; null: not known. */
  isTaken = $state.raw<boolean | null>(null);
  change = $state.raw<BaseChange | null>(null);
  readonly #files = new NewestCall<{ source: ActionFile | null; isTaken: boolean | null }>();
  isLoading = $derived(this.#files.isLoading);
  failure = $derived(this.#files.failure);

  /** The path that must exist; null: none. */
  readonly sourcePath = $derived(
    this.action === 'create' ? null : this.action === 'move' ? this.previous_path.trim() : this.file_path.trim(),
  );
  /** The path that must not exist; null: none. */
  readonly targetPath = $derived(this.action === 'create' || this.action === 'move' ? this.file_path.trim() : null);
  readonly hasContent = $derived(this.action === 'create' || this.action === 'update' || this.action === 'move');
  readonly formerText = $derived(this.action === 'create' ? '' : (this.source?.text ?? ''));
  readonly newText = $derived(this.text ?? this.formerText);
  /** Whether the sent content differs from that of the file. */
  readonly isContentNew = $derived(
    this.encoding === 'base64'
      ? this.staged !== null || this.base64.trim() !== ''
      : this.text !== null && this.text !== this.formerText,
  );

  /**
   * For an action that was stored: its file at that time, until the same file is read. If the file has changed, it is
   * kept until the person reads the file again, so that another reload names the change too.
   */
  #storedFile = $state.raw<StoredFile | null>(null);
  /** How the file changed while the action was stored, until the person reads it again. */
  #changeWhileStored: BaseChange | null = null;

  constructor(key: number, given: Partial<StoredAction> = {}) {
    this.key = key;
    const { last_commit_id = null, ...fields } = given;
    Object.assign(this, fields);
    const path = this.sourcePath;
    if (last_commit_id !== null && path !== null) this.#storedFile = { path, base: null, lastCommitId: last_commit_id };
  }

  /** Read the files of the action at the start of the commit. The input is kept. Never rejects. */
  async load(session: Session, { scope, ref }: Base, isReachable: boolean): Promise<void> {
    const { sourcePath, targetPath } = this;
    this.#files.failure = null;
    this.change = null;
    if (this.#changeWhileStored !== null) this.#storedFile = null;
    this.#changeWhileStored = null;
    if (ref === '') {
      this.#files.abort();
      return this.#clearFiles();
    }
    this.#keepStoredFile(`${scope} ${ref}`);
    const at = (path: string) => ({ scope, ref, path });
    const isRead = await this.#files.send(async () => {
      const [source, isTaken] = await Promise.all([
        sourcePath === null || sourcePath === '' ? null : readActionFile(session, at(sourcePath), isReachable),
        targetPath === null || targetPath === '' ? null : isPathTaken(session, at(targetPath), isReachable),
      ]);
      return { source, isTaken };
    });
    if (isRead) {
      Object.assign(this, this.#files.value);
      this.#compareWithStored();
    } else if (this.failure !== null) this.#clearFiles();
  }

  /** Compare with what the platform reports now. Returns whether a file changed. */
  compare(heads: ReadonlyMap<string, FileHead>): boolean {
    this.change = this.#sourceChange(heads) ?? this.#targetChange(heads) ?? this.#changeWhileStored;
    return this.change !== null;
  }

  /** Continue with the text of the file. The person's own text is kept, also in the stored draft. */
  discardText(): void {
    if (this.text !== null && this.text !== this.formerText) this.discardedText = this.text;
    this.text = null;
  }

  /** Continue with the discarded text. A text that was entered since can be restored in its place. */
  restoreText(): void {
    [this.text, this.discardedText] = [this.discardedText, this.text];
  }

  stored(): StoredAction {
    const { action, file_path, previous_path, encoding, text, discardedText, base64, staged, execute_filemode } = this;
    const files = [this.#storedFile, this.source];
    const last_commit_id = files.find((file) => file?.path === this.sourcePath)?.lastCommitId ?? null;
    const content = { encoding, text, discardedText, base64, staged, execute_filemode };
    return { action, file_path, previous_path, ...content, last_commit_id };
  }

  /** The stored file can't be compared with a file at another path, or at another start of the commit. */
  #keepStoredFile(base: string): void {
    const stored = this.#storedFile;
    if (stored === null) return;
    const isSame = stored.path === this.sourcePath && (stored.base ?? base) === base;
    this.#storedFile = isSame ? { ...stored, base } : null;
  }

  #compareWithStored(): void {
    const { source } = this;
    if (this.#storedFile === null || source === null || source.found === null) return;
    if (source.lastCommitId === this.#storedFile.lastCommitId) {
      this.#storedFile = null;
      return;
    }
    const kind = source.found === false ? 'disappeared' : 'changed';
    this.#changeWhileStored = { kind, path: source.path, lastCommitId: source.lastCommitId };
    this.change = this.#changeWhileStored;
  }

  #sourceChange(heads: ReadonlyMap<string, FileHead>): BaseChange | null {
    const { source } = this;
    const now = heads.get(this.sourcePath ?? '');
    if (source === null || source.found === null || now === undefined) return null;
    const { path, lastCommitId } = now;
    if (source.found !== now.found) return { kind: now.found ? 'appeared' : 'disappeared', path, lastCommitId };
    const isSame = source.lastCommitId === lastCommitId && source.blobId === now.blobId;
    return isSame ? null : { kind: 'changed', path, lastCommitId };
  }

  #targetChange(heads: ReadonlyMap<string, FileHead>): BaseChange | null {
    const now = heads.get(this.targetPath ?? '');
    if (now === undefined || this.isTaken === null || now.found === this.isTaken) return null;
    if (now.found) return { kind: 'appeared', path: now.path, lastCommitId: now.lastCommitId };
    this.isTaken = false;
    return null;
  }

  #clearFiles(): void {
    this.source = null;
    this.isTaken = null;
  }
}
