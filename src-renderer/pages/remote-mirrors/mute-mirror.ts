import { z } from 'zod';
import type { Scoped } from '#shared/contract/collection.ts';
import { remoteMirrors } from '#shared/text/en/remote-mirrors.ts';
import { hours } from '#shared/time.ts';
import { optionsOf, type Form } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';
import type { ShownMirrors } from '../../stores/watches/remote-mirrors.svelte.ts';
import { muteNow, nameOf } from './mirror-actions.ts';
import type { Mirror } from './mirrors-list.ts';

const words = remoteMirrors.mute;

interface Target {
  entry: Pick<Scoped<Mirror>, 'row' | 'scope'>;
  shown: ShownMirrors;
}

/** Mutes the alarms of a mirror for a number of hours. */
export function form(stores: Stores, { entry, shown }: Target): Form<{ hours: string }> {
  return {
    name: `mirrors.mute ${entry.scope} ${entry.row.id}`,
    title: words.title(nameOf(entry)),
    text: words.text,
    schema: z.object({ hours: z.string() }),
    initial: { hours: '24' },
    fields: [{ name: 'hours', label: words.field, control: { kind: 'choice', options: optionsOf(words.choices) } }],
    submitLabel: words.button,
    run: (values) => muteNow(stores, shown, entry, Date.now() + hours(Number(values.hours))),
    isNew: true,
  };
}
