import { notificationEvents, type CachedNotificationSetting } from '#shared/contract/notification-settings.ts';
import { readScope, scopeKindOf, type Scope } from '#shared/contract/scope.ts';
import { notificationForms as words } from '#shared/text/en/notification-forms.ts';
import { notificationSettings } from '#shared/text/en/notification-settings.ts';
import type { z } from 'zod';
import { visibleText } from '../../../components/text/visible-text.ts';
import { part, type Form } from '../../../console/forms/form-spec.ts';
import type { Stores } from '../../../stores/context.ts';
import EventChoices from './EventChoices.svelte';
import { bodyOf, settingsSchema, type Settings } from './settings-schema.ts';

interface Target {
  scope: Scope;
  setting: z.infer<typeof CachedNotificationSetting>;
  /** The path of the group or project; null: the global settings. */
  place: string | null;
}
const ops = {
  instance: 'notification-settings.edit',
  group: 'notification-settings.editOfGroup',
  project: 'notification-settings.editOfProject',
} as const;

/** Edits the notification settings of a group or a project, or the global ones. */
export function form(_: Stores, { scope, setting, place }: Target): Form<Settings> {
  const found = scopeKindOf(scope);
  const kind = found === 'group' || found === 'project' ? found : 'instance';
  const current = kind === 'instance' || setting.level !== 'custom' ? null : (setting.events ?? null);
  const initial: Partial<Settings> = {
    level: setting.level,
    ...(kind === 'instance' && { notification_email: setting.notification_email ?? undefined }),
    ...Object.fromEntries(notificationEvents.map((name) => [name, current?.[name]])),
  };
  const name = place === null ? null : visibleText(place);
  return {
    name: `notification-settings.edit ${scope}`,
    title: words.title(name),
    text: words.text,
    schema: settingsSchema,
    initial,
    fields: [
      { name: 'level', help: words.levelHelp, control: { kind: 'select', options: levelsWith(setting.level) } },
      ...(kind === 'instance' ? [{ name: 'notification_email', help: words.emailHelp } as const] : []),
    ],
    submitLabel: words.submit,
    change: (changed) => {
      const body = bodyOf(changed, changed.level ?? setting.level);
      if (Object.keys(body).length === 0) return null;
      const ref = readScope(scope)?.ref;
      const seen = Object.entries(initial).filter(([field, value]) => field in body && value !== undefined);
      return {
        calls: [{ op: ops[kind], path: ref === undefined ? {} : { id: ref }, body, seen: Object.fromEntries(seen) }],
        title: () => words.plan,
        done: () => words.done(name),
        explainsRefusals: true,
      };
    },
    isWide: true,
    below: part(EventChoices, { current, kind }),
  };
}

/** All levels. A current level that Reeve doesn't know, from a newer instance, is added, so that it can be kept. */
function levelsWith(current: string): { value: string; label: string }[] {
  const { levels } = notificationSettings;
  return [
    ...Object.entries(levels).map(([value, { name, meaning }]) => ({ value, label: words.option(name, meaning) })),
    ...(current in levels ? [] : [{ value: current, label: visibleText(current, 60) }]),
  ];
}
