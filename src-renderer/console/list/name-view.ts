import { z } from 'zod';
import { consoles } from '#shared/text/en/console.ts';
import type { Stores } from '../../stores/context.ts';
import type { Form } from '../forms/form-spec.ts';
import type { NamedView } from '../views/view-entries.ts';

const words = consoles.views;
const longest = 60;

/** Saves or renames a view. */
export function form(_: Stores, { view, taken, proposed, onsave }: NamedView): Form<{ name: string }> {
  const name = z.string().min(1).max(longest);
  return {
    name: view === null ? 'views.save' : `views.rename ${view.id}`,
    title: view === null ? words.saveTitle : words.renameTitle,
    text: view === null ? words.saveWhat : undefined,
    schema: z.object({ name: name.refine((typed) => !taken.includes(typed), words.nameTaken) }),
    initial: { name: view?.name ?? proposed ?? '' },
    fields: ['name'],
    submitLabel: words.save,
    run: (values) => onsave(values.name ?? '', view),
    isNew: view === null,
  };
}
