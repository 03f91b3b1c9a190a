import SquarePen from '@lucide/icons/icons/square-pen';
import Trash from '@lucide/icons/icons/trash';
import type { Scoped } from '#shared/contract/collection.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { Snippet } from '#shared/contract/snippets.ts';
import { snippetForm as words } from '#shared/text/en/snippet-forms.ts';
import { onOne, type Action, type Picked } from '../../../console/actions.ts';
import type { PageAction } from '../../../console/page/page-action.ts';
import { planAndApply } from '../../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../../stores/availability.ts';
import type { Stores } from '../../../stores/context.ts';

/** A snippet as a write addresses it. */
export interface SnippetAt {
  scope: Scope;
  id: number;
  title: string;
}

/** The path parameters of a write to a snippet. */
export function snippetPath(scope: Scope, id: number): Record<string, string | number> {
  return scope === '' ? { id } : { id: readScope(scope)?.ref ?? '', snippet_id: id };
}

const removal = (scope: Scope) => (scope === '' ? 'personal-snippets.remove' : 'project-snippets.remove');

/** Delete one snippet, after its plan was shown. */
export function removeSnippet(stores: Stores, { scope, id, title }: SnippetAt) {
  return planAndApply(stores, {
    calls: [{ op: removal(scope), path: snippetPath(scope, id) }],
    title: () => words.removeOne(title),
    done: () => words.removed(title),
    consequence: scope === '' ? words.removeWhy.personal : words.removeWhy.project,
    isDestructive: true,
    isShown: true,
  });
}

/** Actions on the snippets of a list. */
export function snippetActions(
  stores: Stores,
  scope: Scope,
  edit: (snippet: SnippetAt) => void,
): readonly Action<Snippet>[] {
  const disabledReason = (): string | null => writeReason(stores);
  const at = ({ row, scope: own }: Scoped<Snippet>): SnippetAt => ({ scope: own, id: row.id, title: row.title });
  return [
    {
      id: 'snippets.edit',
      label: words.editLabel,
      icon: SquarePen,
      keys: 'e',
      ...onOne<Snippet>((entry) => edit(at(entry))),
      disabledReason,
    },
    {
      id: 'snippets.remove',
      label: words.removeLabel,
      title: words.remove,
      icon: Trash,
      keys: 'd',
      isBad: true,
      disabledReason,
      run: (picked) => {
        const [only] = picked.rows;
        if (picked.count === 1 && only !== undefined) void removeSnippet(stores, at(only));
        else void removeMany(stores, scope, picked);
      },
    },
  ];
}

function removeMany(stores: Stores, scope: Scope, { selection }: Picked<Snippet>) {
  return planAndApply(stores, {
    onRows: { op: removal(scope), collection: 'snippets', selection },
    title: words.remove,
    consequence: words.removeWhy.many,
    isDestructive: true,
    isShown: true,
  });
}

/** Actions on the shown snippet. */
export function snippetPageActions(
  stores: Stores,
  snippet: SnippetAt,
  { isDeleted, edit }: { isDeleted: boolean; edit: () => void },
): PageAction[] {
  const disabledReason = writeReason(stores) ?? (isDeleted ? words.isDeleted : null);
  return [
    {
      id: 'snippets.edit',
      label: words.editLabel,
      title: words.editTitle(snippet.title),
      icon: SquarePen,
      keys: 'e',
      look: 'default',
      disabledReason,
      run: edit,
    },
    {
      id: 'snippets.remove',
      label: words.removeLabel,
      title: words.removeTitle(snippet.title),
      icon: Trash,
      isBad: true,
      disabledReason,
      run: () => void removeSnippet(stores, snippet),
    },
  ];
}
