import type { Branch } from '#shared/contract/branches.ts';
import { fileForms } from '#shared/text/en/file-forms.ts';
import { visibleText } from '../../../../components/text/visible-text.ts';
import { optionsOf, type DeclaredField } from '../../../../console/forms/form-spec.ts';
import type { FileValues } from './file-values.ts';

interface Known {
  /** The cached branches. */
  rows: readonly Branch[];
  refName: string;
  /** The shown ref is a branch, as far as it is known. */
  isBranch: boolean;
}

/** The fields of a commit. */
export function commitFields(values: FileValues, { rows, refName, isBranch }: Known): DeclaredField<FileValues>[] {
  const { fields: words } = fileForms;
  const control = { kind: 'suggest', known: rows.map(({ name }) => name), isMono: true } as const;
  const branch = rows.find(({ name }) => name === values.branch);
  const help =
    branch?.can_push === false
      ? words.cantPush(visibleText(values.branch))
      : isBranch
        ? undefined
        : refName === 'HEAD'
          ? words.unknownDefault
          : words.notABranch(visibleText(refName, 40));
  const withHelp = help === undefined ? {} : { help };
  return [
    { name: 'commit_message', control: { kind: 'lines', lines: 3 } },
    { name: 'target', label: words.target, control: { kind: 'choice', options: optionsOf(words.targets) } },
    ...(values.target === 'new'
      ? [
          { name: 'new_branch', control } as const,
          { name: 'start_branch', control, ...(isBranch ? {} : withHelp) } as const,
        ]
      : [{ name: 'branch', control, ...withHelp } as const]),
    { name: 'author_name', help: words.authorHelp },
    'author_email',
  ];
}
