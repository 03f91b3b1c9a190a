import type { ContentFacts, StoredContents } from '#main/cache/read/content-rows.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { contentKind } from '../files/file-store.ts';
import { snippetOfKey, snippetsKind } from '../snippets/snippet-contents.ts';
import type { StateTables } from '../state-tables.ts';

type Tables = Pick<StateTables, 'blobs' | 'fileStates' | 'knownPaths' | 'snippetFiles'>;

/** The contents of files and snippets that a profile has stored, by place. `scope`: only those of a place; null: of all. */
export function storedContents(
  { blobs, fileStates, knownPaths, snippetFiles }: Tables,
  profileId: string,
  scope: Scope | null,
): StoredContents {
  return { files: ofFiles(), snippetContents: ofSnippets() };

  function ofFiles(): ContentFacts[] {
    const found = new Map<Scope, ContentFacts>();
    if (scope !== null && readScope(scope)?.kind !== 'project') return [];
    for (const { scope: place, paths } of knownPaths.counts(profileId, scope)) at(found, place).known = paths;
    for (const place of fileStates.places(profileId, scope)) at(found, place).isKnown = true;
    const sizes = new Map(blobs.of(profileId, contentKind).map(({ key, sizeBytes }) => [key, sizeBytes]));
    if (sizes.size === 0) return [...found.values()];
    for (const { scope: place, blobId, checkedAt } of fileStates.newestBlobs(profileId, scope)) {
      const bytes = sizes.get(blobId);
      if (bytes !== undefined) add(at(found, place), bytes, checkedAt);
    }
    return [...found.values()];
  }

  function ofSnippets(): ContentFacts[] {
    const found = new Map<Scope, ContentFacts>();
    const counted = new Set<string>();
    const times = new Map(snippetFiles.times(profileId, snippetsKind).map(({ key, fetchedAt }) => [key, fetchedAt]));
    for (const { key, sizeBytes } of blobs.of(profileId, snippetsKind)) {
      const snippet = snippetOfKey(key);
      if (snippet === null || (scope !== null && snippet.scope !== scope)) continue;
      const facts = at(found, snippet.scope);
      const one = `${snippet.scope}/${snippet.id}`;
      add(facts, sizeBytes, times.get(key) ?? null);
      if (counted.has(one)) facts.stored -= 1;
      counted.add(one);
    }
    return [...found.values()];
  }
}

function at(found: Map<Scope, ContentFacts>, scope: Scope): ContentFacts {
  let facts = found.get(scope);
  if (facts === undefined) {
    facts = { scope, known: null, isKnown: false, stored: 0, bytes: 0, oldestAt: null };
    found.set(scope, facts);
  }
  return facts;
}

function add(facts: ContentFacts, bytes: number, storedAt: number | null): void {
  facts.stored += 1;
  facts.bytes += bytes;
  if (storedAt !== null) facts.oldestAt = Math.min(facts.oldestAt ?? storedAt, storedAt);
}
