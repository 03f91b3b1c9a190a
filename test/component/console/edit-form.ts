import { z } from 'zod';
import type { FormField } from '../../../src-renderer/console/forms/form-spec.ts';

export const editSchema = z.object({
  description: z.string().min(1, 'Give it a description.'),
  paused: z.boolean(),
  tag_list: z.array(z.string()),
  locked: z
    .boolean()
    .nullable()
    .refine((locked) => locked !== true, 'Add a project first.'),
  access_level: z.enum(['not_protected', 'ref_protected']),
  maximum_timeout: z.number().int().min(600, 'At least 600 seconds.').nullish(),
  maintenance_note: z.string().max(20, 'At most 20 characters.'),
  until: z.iso.date('There is no such day.').optional(),
});
export type Edit = z.infer<typeof editSchema>;

export const runnerNow: Edit = {
  description: 'runner-001',
  paused: false,
  tag_list: ['linux'],
  locked: null,
  access_level: 'not_protected',
  maximum_timeout: 3_600,
  maintenance_note: '',
};

const levels = [
  { value: 'not_protected', label: 'All branches' },
  { value: 'ref_protected', label: 'Protected branches only' },
];

export const fields: readonly FormField<Edit>[] = [
  { name: 'description', label: 'Description', control: { kind: 'text' } },
  { name: 'paused', label: 'Paused', control: { kind: 'check' }, help: 'It takes no new jobs.' },
  { name: 'tag_list', label: 'Tags', control: { kind: 'tags' } },
  { name: 'locked', label: 'Locked', control: { kind: 'tri' } },
  { name: 'access_level', label: 'Access', control: { kind: 'select', options: levels } },
  {
    name: 'maximum_timeout',
    label: 'Time limit',
    control: { kind: 'number', least: 600, unit: 'seconds' },
    empty: null,
    group: 'Limits',
  },
  { name: 'maintenance_note', label: 'Maintenance note', control: { kind: 'lines', lines: 3 }, group: 'Limits' },
  { name: 'until', label: 'Until', control: { kind: 'day' }, group: 'Limits' },
];
