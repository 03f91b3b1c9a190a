import { readObject } from '#shared/contract/value-shape.ts';
import type { Outline } from '#shared/contract/window.constant.ts';
import type { ListRow } from '../stores/lists/collection-client.ts';
import type { ListSpec } from './list-spec.ts';

/** The parts of a list page that follow from the declaration of its collection, for pages of all kinds. */
export function partsOf({
  lists,
  order,
  hasWebUrl,
  filter,
}: Outline): Pick<ListSpec, 'scopes' | 'sort' | 'webUrlOf' | 'readFilter'> {
  return {
    scopes: Object.keys(lists) as ListSpec['scopes'],
    sort: { ...order },
    readFilter: (saved) => readObject(filter, saved),
    ...(hasWebUrl && { webUrlOf: ({ web_url: url }: ListRow) => (typeof url === 'string' ? url : null) }),
  };
}
