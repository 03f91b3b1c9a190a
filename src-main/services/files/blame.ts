import { files as api } from '#main/api/endpoints/files.ts';
import type { BlobUse, StoredBlob } from '#main/state/blobs/blobs.ts';
import type { FileState } from '#main/state/repository/file-states.ts';
import type { BlameChunk } from '#shared/contract/files.ts';
import { BlameBlock, blamePieceLines } from '#shared/contract/repository-files.ts';
import { Failure } from '#shared/errors.ts';
import { z } from 'zod';
import type { Instance } from '../instances/instance.ts';
import { contentOf } from './file-content.ts';
import { contentUse, requestOf, type FileAddress, type FileTables } from './file-store.ts';
import { storedBytes } from './stored-bytes.ts';

/** A piece of the lines of a file. `piece` 0 begins at line 1. */
export interface BlameAddress extends FileAddress {
  piece: number;
}

const lineFeed = 10;
/** A pin stores at most this many pieces of the blame of a file. Others are stored when a person opens them. */
const mostPieces = 5;
const StoredBlame = z.array(BlameBlock);
/** The documents don't limit a message. */
const mostTitleCharacters = 300;
const mostNameCharacters = 200;
const mostMessageCharacters = 1_000;
const mostParents = 20;

/**
 * Who wrote the lines of files, stored in `blobs.db` as JSON. It is requested at the commit at which the file was read,
 * so that it belongs to the stored lines.
 */
export function blames({ blobs, states, clock }: FileTables) {
  /** The blame of a path depends on the last commit that changed it. */
  function useOf(
    profileId: string,
    { scope, ref, path, piece }: BlameAddress,
    state: FileState | null,
  ): BlobUse | null {
    const facts = state?.facts ?? null;
    if (facts === null) return null;
    const { lastCommitId, blobId } = facts;
    const version = lastCommitId ?? `${blobId} ${scope} ${ref}`;
    return { profileId, kind: 'blame', key: `${version} ${piece} ${path}` };
  }

  async function stored(profileId: string, at: BlameAddress): Promise<BlameBlock[] | null> {
    const use = useOf(profileId, at, states.get(profileId, at.scope, at.ref, at.path));
    const blob = use === null ? null : blobs.get(use);
    if (blob === null) return null;
    const bytes = await storedBytes(blobs, blob, clock.now());
    return bytes && StoredBlame.parse(JSON.parse(bytes.toString('utf8')));
  }

  /** Fails: `invalid` if the file was never found; otherwise as the sender does. */
  async function load({ profile, send }: Instance, at: BlameAddress, signal: AbortSignal): Promise<BlameBlock[]> {
    const state = states.get(profile.id, at.scope, at.ref, at.path);
    const use = useOf(profile.id, at, state);
    if (use === null) throw new Failure('invalid', 'the file was never found', { field: 'path' });
    const { path } = requestOf(at);
    const start = at.piece * blamePieceLines + 1;
    const lines = await linesOf(profile.id, state);
    const end = Math.min(start + blamePieceLines - 1, lines ?? Number.MAX_SAFE_INTEGER);
    if (end < start) return [];
    const isWhole = start === 1 && end === lines;
    const query = { ref: state?.facts?.commitId ?? at.ref, ...(isWhole ? {} : { range: { start, end } }) };
    const blocks = blocksOf(await send(api.blame, { path, query }, signal), start);
    await blobs.put([Buffer.from(JSON.stringify(blocks))], use, clock.now());
    return blocks;
  }

  const contentOfState = (profileId: string, state: FileState | null): StoredBlob | null =>
    state?.facts ? blobs.get(contentUse(profileId, state.facts.blobId)) : null;

  /** The number of lines of the stored content; null: it is not stored. Some servers refuse a range that ends later. */
  async function linesOf(profileId: string, state: FileState | null): Promise<number | null> {
    const blob = contentOfState(profileId, state);
    if (blob === null) return null;
    let lines = 0;
    let last = lineFeed;
    for await (const bytes of blobs.read(blob.sha256, clock.now())) {
      for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines += 1;
      last = bytes.at(-1) ?? last;
    }
    return last === lineFeed ? lines : lines + 1;
  }

  /**
   * Store the blame of a stored text, as far as it is not stored yet. `bytes`: of all of it. `refusal`: why it is not
   * whole. Lines after the first 10,000 are left out, because the platform needs too long for their blame.
   * Fails: as the sender does, except for a refusal.
   */
  async function store(
    instance: Instance,
    at: FileAddress,
    signal: AbortSignal,
    pieces = mostPieces,
  ): Promise<{ bytes: number; refusal: Failure | null }> {
    const state = states.get(instance.profile.id, at.scope, at.ref, at.path);
    const lines = (await isText(instance.profile.id, state)) ? ((await linesOf(instance.profile.id, state)) ?? 0) : 0;
    const count = Math.min(pieces, Math.ceil(lines / blamePieceLines));
    let refusal: Failure | null = null;
    try {
      for (let piece = 0; piece < count; piece += 1) {
        const part = { ...at, piece };
        if ((await stored(instance.profile.id, part)) === null) await load(instance, part, signal);
      }
    } catch (thrown) {
      refusal = Failure.from(thrown);
      if (refusal.status === undefined) throw thrown;
    }
    const bytes = usesOf(instance.profile.id, at).reduce((sum, use) => sum + (blobs.get(use)?.sizeBytes ?? 0), 0);
    return { bytes, refusal };
  }

  async function isText(profileId: string, state: FileState | null): Promise<boolean> {
    const blob = contentOfState(profileId, state);
    return blob !== null && (await contentOf(blobs, blob, clock.now())).kind === 'text';
  }

  /** The blobs that `store` stores for a file. */
  function usesOf(profileId: string, at: FileAddress): BlobUse[] {
    const state = states.get(profileId, at.scope, at.ref, at.path);
    return Array.from({ length: mostPieces }, (_, piece) => useOf(profileId, { ...at, piece }, state)).filter(
      (use) => use !== null,
    );
  }

  return {
    stored,
    load,
    store,
    /** Keep the stored blame of a file even if space is needed, or release it. */
    pin(profileId: string, at: FileAddress, isPinned: boolean): void {
      for (const use of usesOf(profileId, at)) blobs.pin(use, isPinned);
    },
  };
}

/** Neighboring chunks of the same commit are one block. */
function blocksOf(chunks: readonly BlameChunk[], start: number): BlameBlock[] {
  const blocks: BlameBlock[] = [];
  let from = start;
  for (const { commit, lines } of chunks) {
    const last = blocks.at(-1);
    const commitId = commit.id ?? null;
    if (last !== undefined && commitId !== null && last.commitId === commitId) last.count += lines.length;
    else if (lines.length > 0) {
      blocks.push({
        ...{ from, count: lines.length, commitId },
        title: cut(commit.message?.split('\n', 1)[0], mostTitleCharacters),
        authorName: cut(commit.author_name, mostNameCharacters),
        authoredAt: commit.authored_date ?? null,
        message: cut(commit.message, mostMessageCharacters),
        authorEmail: cut(commit.author_email, mostNameCharacters),
        committerName: cut(commit.committer_name, mostNameCharacters),
        committerEmail: cut(commit.committer_email, mostNameCharacters),
        committedAt: commit.committed_date ?? null,
        parentIds: commit.parent_ids?.slice(0, mostParents) ?? null,
      });
    }
    from += lines.length;
  }
  return blocks;
}

const cut = (text: string | null | undefined, most: number): string | null => text?.slice(0, most) ?? null;
