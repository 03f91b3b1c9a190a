import { fromIso } from '#shared/time.ts';
import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { rowsOf } from '#shared/text/en/collections.ts';
import { pins as words } from '#shared/text/en/pins.ts';
import type { SnippetContents } from '../../snippets/snippet-contents.ts';
import type { PinItem, PinSource } from '../pin-source.ts';

/** The assumed size of a snippet that was never stored. */
const unknownBytes = 4_000;

/** The contents of the snippets of the pinned projects, and of personal snippets if everything is pinned. */
export function snippetsSource(contents: Pick<SnippetContents, 'store' | 'pin'>): PinSource {
  return {
    name: 'snippets',
    depth: 'text',
    rowOf: () => 'snippetContents',
    async items({ instance, places, view, noted, freshSince, signal }) {
      if (view !== null && view.collection !== 'snippets') return [];
      const known = new Map(noted('snippets').map((item) => [item.key, item]));
      const inPlaces = places()
        .filter(({ kind }) => kind !== 'group')
        .map(({ scope }) => wholeList(scope));
      const queries = view === null ? inPlaces : [wholeList(view.scope, view.query)];
      const items: PinItem[] = [];
      for (const query of queries) {
        const pieces = instance.reader.lists('snippets').rows(allOf(query), signal);
        for await (const piece of pieces) {
          for (const { scope, row } of piece) {
            const key = keyOf(scope, row.id);
            const before = known.get(key);
            const isStored = before?.state === 'stored';
            items.push({
              ...{ key, scope, isGuess: !isStored, isNew: !isStored, requests: isStored ? 1 : 2 },
              label: words.listOf(rowsOf('snippets'), row.title),
              bytes: before?.bytes ?? unknownBytes,
              isStored: isStored && (freshSince === 0 || before.at >= (fromIso(row.updated_at) ?? 0)),
              refusal: null,
            });
          }
        }
      }
      return items;
    },
    async store({ key }, { instance }, signal) {
      const { scope, id } = fromKey(key);
      const { state, bytes, refused } = await contents.store(instance, scope, id, signal);
      contents.pin(instance.profile.id, scope, id, true);
      if (state === 'stored') return { bytes };
      return { bytes, problem: { kind: 'refused', status: null, reason: refused[0]?.reason ?? null } };
    },
    release({ profileId }, { key }) {
      const { scope, id } = fromKey(key);
      contents.pin(profileId, scope, id, false);
    },
  };
}

const keyOf = (scope: Scope, id: number): string => `${scope} ${id}`;

function fromKey(key: string): { scope: Scope; id: number } {
  const end = key.lastIndexOf(' ');
  return { scope: key.slice(0, end), id: Number(key.slice(end + 1)) };
}
