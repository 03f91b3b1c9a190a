import { maxMaintenanceNote, RunnerEdit } from '#shared/contract/runners.ts';
import { runners } from '#shared/text/en/runners.ts';
import { optionsOf } from '../../../console/forms/form-spec.ts';

const words = runners.edit;

/** The fields of a runner that a form can change. `active` is the deprecated opposite of `paused`. */
export const RunnerFields = RunnerEdit.omit({ active: true });

/** The control of a maintenance note, with the number of characters left. */
export const noteControl = { kind: 'lines', lines: 3, most: maxMaintenanceNote } as const;
export const levels = optionsOf(runners.accessLevels);
export const changeOrNot = { kind: 'tri', unset: words.leave, yes: words.yes, no: words.no } as const;
export const labels = { ...runners.fields, ...words.labels };

const { jobs: group } = words.groups;
/** Some instances do not return the values of these fields, so the form leaves them unchanged at first. */
export const notReturned = (['run_untagged', 'locked'] as const).map(
  (name) => ({ name, control: changeOrNot, group, help: words.valueNotReturned }) as const,
);
