import { z } from 'zod';
import { titleOf } from '#shared/text/en/collections.ts';
import { historySettings as words } from '#shared/text/en/history-settings.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';

const schema = z.object({});

/** Asks before changes of a list are removed, because they are kept for a shorter time. */
export function form(
  _: Stores,
  { collection, months, save }: { collection: string; months: number; save: () => Promise<void> },
): Form<z.infer<typeof schema>> {
  return {
    name: `history.shorter ${collection}`,
    title: words.shorter(titleOf(collection)),
    text: words.shorterWhat(words.months(months)),
    schema,
    initial: {},
    fields: [],
    submitLabel: words.remove,
    run: save,
    isNew: true,
    isDestructive: true,
  };
}
