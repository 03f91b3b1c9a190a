import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import {
  blamePieceLines,
  type BlameBlock,
  type CheckResult,
  type FileAt,
  type OpenedFile,
} from '#shared/contract/repository-files.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply, type ChangeSource } from '../../loading/last-reply.svelte.ts';
import { NewestCall } from '../../loading/newest-call.svelte.ts';

type FilesClient = Client<ReeveContract>['repositoryFiles'];

/** How long a file must stay open before the platform is asked for it. */
const dwellMs = 250;
/** A file that was checked within this time is not checked by itself. */
const freshMs = minutes(5);

/** A file at a ref: shown from what is stored at once, and then compared with the platform. */
export class ShownFile {
  readonly at: FileAt;
  readonly #opened: LastReply<OpenedFile>;
  readonly #check = new NewestCall<CheckResult>();
  /** Null: not loaded yet. */
  opened = $derived.by(() => this.#opened.value ?? null);
  of = $state<'file' | 'lfs'>('file');
  isChecking = $derived(this.#check.isLoading);
  /** What the last check in this window found. */
  result = $derived(this.#check.value ?? null);
  failure = $derived.by(() => this.#check.failure ?? this.#opened.failure);
  readonly blame: FileBlame;
  readonly #client: FilesClient;

  constructor(session: Session, at: FileAt) {
    this.#client = session.client.repositoryFiles;
    this.at = at;
    this.blame = new FileBlame(session, at);
    const changes: ChangeSource = {
      changed: (touch) =>
        this.#client.changed(({ path }) => {
          if (path === at.path) touch();
        }),
    };
    this.#opened = new LastReply(session, () => this.#open(), [changes], { everyMs: 0 });
  }

  /** Show the file until the returned function is called. `isReachable`: whether the platform can be asked. */
  follow(isReachable: () => boolean): () => void {
    const end = this.#opened.follow();
    const dwell = setTimeout(() => {
      const checkedAt = this.opened?.file?.checkedAt ?? 0;
      const kind = this.opened?.content.kind;
      const isFresh = Date.now() - checkedAt < freshMs && kind !== 'none' && kind !== 'damaged';
      if (isReachable() && !isFresh && !this.isChecking) void this.check();
    }, dwellMs);
    return () => {
      clearTimeout(dwell);
      this.#check.abort();
      end();
    };
  }

  load = () => this.#opened.load();

  /** Show the file or its content in Git LFS. */
  show(of: 'file' | 'lfs'): void {
    this.of = of;
    void this.load();
  }

  check = () => this.#run((signal) => this.#client.check(this.at, signal));
  storeLfs = () => this.#run((signal) => this.#client.storeLfs(this.at, signal));
  save = () => this.#client.save({ ...this.at, of: this.of });

  async #run(work: (signal: AbortSignal) => Promise<{ result: CheckResult }>): Promise<void> {
    this.#check.failure = null;
    await this.#check.send(async (signal) => {
      const { result } = await work(signal);
      await this.load();
      return result;
    });
  }

  async #open(): Promise<OpenedFile> {
    const opened = await this.#client.open({ ...this.at, of: this.of });
    const before = this.opened?.file?.facts?.lastCommitId;
    if (before !== undefined && before !== opened.file?.facts?.lastCommitId) this.blame.clear();
    return opened;
  }
}

/** The blame of a file, loaded in pieces of its lines. */
export class FileBlame {
  /** Increases when blocks are added. */
  version = $state(0);
  readonly #blocks = new SvelteMap<number, readonly BlameBlock[]>();
  /** Pieces that are neither stored nor could be loaded. */
  readonly #missing = new SvelteSet<number>();
  readonly #loading = new SvelteSet<number>();
  isLoading = $derived(this.#loading.size > 0);
  isMissing = $derived(this.#missing.size > 0);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #at: FileAt;
  #generation = 0;

  constructor(session: Session, at: FileAt) {
    this.#session = session;
    this.#at = at;
  }

  /** The block of a line, counted from 1; undefined: not loaded. */
  blockAt(line: number): BlameBlock | undefined {
    const blocks = this.#blocks.get(pieceOf(line)) ?? [];
    let [low, high] = [0, blocks.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const block = blocks[middle];
      if (block === undefined) return undefined;
      if (line < block.from) high = middle - 1;
      else if (line >= block.from + block.count) low = middle + 1;
      else return block;
    }
    return undefined;
  }

  /** Load the blame of these lines: what is stored, and otherwise from the platform if it can be reached. */
  async need(from: number, to: number, isReachable: boolean): Promise<void> {
    const pieces: number[] = [];
    for (let piece = pieceOf(from); piece <= pieceOf(to); piece += 1) pieces.push(piece);
    await Promise.all(pieces.map((piece) => this.#load(piece, isReachable)));
  }

  clear(): void {
    this.#generation += 1;
    this.#blocks.clear();
    this.#missing.clear();
    this.failure = null;
    this.version += 1;
  }

  async #load(piece: number, isReachable: boolean): Promise<void> {
    const isKnown = this.#blocks.has(piece) || this.#loading.has(piece);
    if (isKnown || (this.#missing.has(piece) && (!isReachable || this.failure !== null))) return;
    const generation = this.#generation;
    this.#loading.add(piece);
    try {
      const { repositoryFiles } = this.#session.client;
      const at = { ...this.#at, piece };
      const stored = await repositoryFiles.blame(at);
      const isWanted = isReachable && (stored === null || !isComplete(stored.blocks));
      const found = isWanted ? await repositoryFiles.loadBlame(at).catch(unlessStored(stored)) : stored;
      if (generation !== this.#generation) return;
      if (found === null) this.#missing.add(piece);
      else {
        this.#blocks.set(piece, found.blocks);
        this.#missing.delete(piece);
      }
      this.version += 1;
    } catch (thrown) {
      if (generation !== this.#generation) return;
      this.#missing.add(piece);
      this.failure = Failure.from(thrown);
    } finally {
      this.#loading.delete(piece);
    }
  }
}

/** Blame that an earlier version stored lacks some fields. */
const isComplete = (blocks: readonly BlameBlock[]): boolean => blocks.every(({ parentIds }) => parentIds !== undefined);

/** Returns the stored value if a request for a newer one fails; without one, throws the failure. */
function unlessStored<Stored>(stored: Stored | null): (thrown: unknown) => Stored {
  return (thrown) => {
    if (stored === null) throw thrown;
    return stored;
  };
}

const pieceOf = (line: number): number => Math.floor((line - 1) / blamePieceLines);
