import { z } from 'zod';
import { ExportKind } from '#shared/contract/dependency-exports.ts';
import { dependencyExports } from '#shared/text/en/dependency-exports.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import { mono, type Form } from '../../console/forms/form-spec.ts';
import { remoteReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { DependencyExports } from '../../stores/transfers/dependency-exports.svelte.ts';
import { exportIn, kindOptions, type ShownPlace } from './new-exports.ts';

const words = dependencyExports.byId;
const text = z.string().default('');
const schema = z.object({ id: text, kind: ExportKind, place: text, requested: text }).superRefine((typed, context) => {
  for (const [field, message] of Object.entries(exportIn(typed, Date.now()).errors))
    context.addIssue({ code: 'custom', path: [field], message: String(message) });
});
type Typed = z.infer<typeof schema>;

interface Target {
  list: DependencyExports;
  place: ShownPlace;
  /** Called with the ID of the added export. */
  onadded: (id: number) => void;
}

/** Adds an export that was requested elsewhere. */
export function form(stores: Stores, { list, place, onadded }: Target): Form<Typed> {
  const initial: Typed = { id: '', kind: place.kind, place: place.path, requested: '' };
  return {
    name: `exports.add ${place.path}`,
    title: words.title,
    text: words.what,
    schema,
    initial,
    fields: (values) => {
      const kind = values['kind'] as ExportKind;
      return [
        { name: 'id', label: words.id, help: words.idHelp, control: mono },
        { name: 'kind', label: dependencyExports.form.kind, control: { kind: 'choice', options: kindOptions } },
        { name: 'place', label: words.places[kind], help: words.placesHelp[kind], control: mono },
        {
          name: 'requested',
          label: words.requested,
          help: words.requestedHelp,
          control: { kind: 'day', hasTime: true },
        },
      ];
    },
    submitLabel: words.submit,
    async run(typed) {
      const { wanted } = exportIn({ ...initial, ...typed }, Date.now());
      if (wanted === null) return;
      const { id, isKnown } = await list.add(wanted);
      onadded(id);
      showMessage({ tone: 'ok', title: isKnown ? words.known(wanted.place) : words.added(wanted.place) });
    },
    refusedAt({ reason, code, field }) {
      if (field === 'kind') return { field, message: words.otherKind };
      if (reason === 'role') return { field: 'id', message: words.denied };
      return code === 'missing' ? { field: 'id', message: words.missing } : undefined;
    },
    isNew: true,
    get unreadyReason() {
      return remoteReason(stores);
    },
  };
}
