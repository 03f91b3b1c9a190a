import type { PlaceKind } from '#shared/contract/scope.ts';
import type { Noun } from './console.ts';

const names: Record<PlaceKind, string> = {
  issue: 'an issue',
  mr: 'a merge request',
  snippet: 'a snippet',
  hook: 'a webhook',
  job: 'a job',
};

const either = (kinds: readonly PlaceKind[]): string => {
  const all = kinds.map((kind) => names[kind]);
  const last = all.pop() ?? '';
  return all.length === 0 ? last : `${all.join(', ')} or ${last}`;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Lists of what belongs to an issue, a merge request, a snippet or a webhook. */
export const places = {
  belong: ({ many }: Noun, kinds: readonly PlaceKind[]) => `${capital(many)} belong to ${either(kinds)}.`,
  choose: (kind: PlaceKind) => `Choose ${names[kind]}`,
  chooseHow: ({ many }: Noun, kind: PlaceKind) =>
    `open the menu of ${names[kind]} in the list, and select “Open ${many}”.`,
  kind: 'Belongs to',
  kinds: {
    issue: 'Issue',
    mr: 'Merge request',
    snippet: 'Snippet',
    hook: 'Webhook',
    job: 'Job',
  } satisfies Record<PlaceKind, string>,
  number: 'Number or web address',
  numberHelp: (project: string) => `A number belongs to project ${project}.`,
  address: 'Web address',
  addressHelp: 'To enter a number, choose a project in the top bar first.',
  notRead: (kinds: readonly PlaceKind[]) => `Enter a number, or the web address of ${either(kinds)}.`,
  needsProject: 'Choose a project in the top bar, or enter a web address.',
  open: ({ many }: Noun) => `Open ${many}`,
  /** The line that says where a list is. */
  where: 'Place',
  chooseAnother: 'Choose another',
};
