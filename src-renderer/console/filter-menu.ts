import type { Noun } from '#shared/text/en/console.ts';
import type { Snippet } from 'svelte';
import type { ListFilter } from '../stores/collection-client.ts';
import type { FilterField, ViewQuery } from './list-spec.ts';

/** What the filter menu is made of. */
export interface FilterMenuProps {
  fields: readonly FilterField[];
  filter: ListFilter;
  gone: ViewQuery['gone'];
  noun: Noun;
  onset: (name: string, value: unknown) => void;
  ongone: (gone: ViewQuery['gone']) => void;
  onclear: () => void;
  /** Why a filter cannot be set now, besides what its pairs say. */
  reasonOf?: ((field: FilterField) => string | null) | undefined;
  /** What is said of one that can be set. */
  noteOf?: ((field: FilterField) => string | null) | undefined;
  /** What stands behind a filter's label, and what explains it below all of them. */
  sign?: Snippet<[FilterField]> | undefined;
  legend?: Snippet | undefined;
}
