import type { FilterValues } from '#shared/contract/filter-values.ts';
import type { Noun } from '#shared/text/en/console.ts';
import type { ListFilter } from '../../stores/lists/collection-client.ts';
import type { FilterField, ViewQuery } from '../list-spec.ts';

/** Props of the filter menu. */
export interface FilterMenuProps {
  fields: readonly FilterField[];
  filter: ListFilter;
  notReturned: ViewQuery['notReturned'];
  noun: Noun;
  onset: (name: string, value: unknown) => void;
  /** Whether a list accepts this value for a filter. */
  isValid: (name: string, value: unknown) => boolean;
  /** Absent if the platform deletes rows after some days: then it is normal that rows are no longer returned. */
  onnotreturned?: ((notReturned: ViewQuery['notReturned']) => void) | undefined;
  onclear: () => void;
  /** The rows have the fields that only administrators get. */
  isAdministratorView: boolean;
  isOffline: boolean;
  /** Null: the filters are not those of a synced list, and `valuesOf` finds the values of all text filters. */
  collection: string | null;
  /** See `values` of the contract. */
  valuesOf: (name: string, search: string, choices?: unknown[]) => Promise<FilterValues>;
}
