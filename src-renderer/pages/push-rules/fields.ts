import type { PushRuleEdit, PushRuleCheck, PushRuleField, PushRuleRegex } from '#shared/contract/push-rules.ts';
import { pushRules as words } from '#shared/text/en/push-rules.ts';
import { optionsOf, type FormField } from '../../console/forms/form-spec.ts';

/** The fields of the form by group, in an order that follows a push. */
export const fieldGroups: readonly { title: string; fields: readonly PushRuleField[] }[] = [
  {
    title: words.groups.messages,
    fields: ['commit_message_regex', 'commit_message_negative_regex', 'reject_non_dco_commits'],
  },
  {
    title: words.groups.people,
    fields: [
      'author_email_regex',
      'member_check',
      'commit_committer_check',
      'commit_committer_name_check',
      'reject_unsigned_commits',
    ],
  },
  { title: words.groups.branches, fields: ['branch_name_regex', 'deny_delete_tag'] },
  { title: words.groups.files, fields: ['file_name_regex', 'prevent_secrets', 'max_file_size'] },
];

export function isRegex(field: PushRuleField): field is PushRuleRegex {
  return field.endsWith('_regex');
}
export function isCheck(field: PushRuleField): field is PushRuleCheck {
  return !isRegex(field) && field !== 'max_file_size';
}

const checks = { on: true, off: false, unset: null } as const;

/** The option of a check. */
export function choiceOf(value: boolean | null): keyof typeof checks {
  return value === null ? 'unset' : value ? 'on' : 'off';
}
export function valueOfChoice(choice: unknown): boolean | null {
  return choice === 'on' || choice === 'off' ? checks[choice] : null;
}

/** The definition of a form field. `canBeUnset`: the instance returned null for this check, so "not set" is offered. */
export function formField(field: PushRuleField, canBeUnset: boolean): FormField<PushRuleEdit> {
  const shared = { name: field, label: words.fields[field], help: words.help[field] };
  // The size is kept as text, so that an invalid number can be shown with its error
  if (!isCheck(field)) return { ...shared, control: { kind: 'text', isMono: isRegex(field) } };
  const names = canBeUnset ? (['on', 'off', 'unset'] as const) : (['on', 'off'] as const);
  return {
    ...shared,
    control: { kind: 'choice', options: optionsOf(words.check, names) },
  };
}
