import { z } from 'zod';
import {
  defaultExportType,
  exportKinds,
  exportTypesOf,
  ExportKind,
  type KnownPipelines,
} from '#shared/contract/dependency-exports.ts';
import { dependencyExports, exportTypes } from '#shared/text/en/dependency-exports.ts';
import { part, type Form } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';
import { exportsChange } from './export-actions.ts';
import { kindOptions, placesIn, type ShownPlace } from './new-exports.ts';
import PipelineChoice from './PipelineChoice.svelte';

const words = dependencyExports.form;
const text = z.string().default('');
const schema = z
  .object({
    kind: ExportKind,
    ...{ project: text, group: text, pipeline: text },
    ...{ projectType: z.string(), groupType: z.string(), pipelineType: z.string() },
    sendsEmail: z.boolean().optional(),
  })
  .superRefine(({ kind, ...values }, context) => {
    const { error } = placesIn(values[kind], kind, '');
    if (error !== null) context.addIssue({ code: 'custom', path: [kind], message: error });
  });
type Values = z.infer<typeof schema>;

interface Target {
  place: ShownPlace;
  /** The pipelines of synced deployments that match a text. */
  pipelines: (search: string) => Promise<KnownPipelines>;
}

/** Requests dependency exports of groups, projects or pipelines. The form keeps a text and a format for each kind. */
export function form(_: Stores, { place, pipelines }: Target): Form<Values> {
  const typeOf = (kind: ExportKind) => `${kind}Type` as const;
  const types = Object.fromEntries(exportKinds.map((kind) => [typeOf(kind), defaultExportType[kind]]));
  const typesOf = (kind: ExportKind) =>
    exportTypesOf[kind].map((value) => ({ value, label: exportTypes[value] ?? value }));
  return {
    name: `exports.new ${place.kind} ${place.path}`,
    title: words.title,
    schema,
    initial: { kind: place.kind, [place.kind]: place.path, ...types },
    fields: (values) => {
      const kind = values['kind'] as ExportKind;
      return [
        { name: 'kind', label: words.kind, control: { kind: 'choice', options: kindOptions } },
        {
          name: kind,
          label: words.places[kind],
          help: words.placesHelp[kind],
          control: { kind: 'lines', lines: 4, isMono: true },
        },
        { name: typeOf(kind), label: words.type, control: { kind: 'select', options: typesOf(kind) } },
        { name: 'sendsEmail', label: words.email, control: { kind: 'check' } },
      ];
    },
    submitLabel: words.submit,
    change: (_changed, values) => {
      const { kind = place.kind, sendsEmail } = values;
      const { targets } = placesIn(values[kind] ?? '', kind, values[typeOf(kind)] ?? '');
      return exportsChange(targets, { sendsEmail });
    },
    isNew: true,
    below: part(PipelineChoice, { load: pipelines }),
  };
}
