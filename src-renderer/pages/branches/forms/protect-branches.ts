import { z } from 'zod';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { branchForms } from '#shared/text/en/branch-forms.ts';
import { showMessage } from '../../../components/messages/show-message.ts';
import { mono, optionsOf, part, type Form } from '../../../console/forms/form-spec.ts';
import type { Stores } from '../../../stores/context.ts';
import type { ListSelection } from '../../../stores/lists/collection-client.ts';
import { branchesIn } from '../../../stores/project/branches/chosen-branches.ts';
import ProtectedNames from './ProtectedNames.svelte';

const words = branchForms.protect;

interface Chosen {
  /** The branches to protect; null: the form asks for a branch or a pattern. */
  names: readonly string[] | null;
  /** Number of selected branches that are already protected. */
  leftOut: number;
}

const levels = ['default', '40', '30', '0', '60'] as const;
const level = z.enum(levels);
const ofChosen = z.object({
  name: z.string().optional(),
  push_access_level: level,
  merge_access_level: level,
  unprotect_access_level: level,
  allow_force_push: z.boolean().optional(),
});
const ofNew = ofChosen.extend({ name: z.string().min(1).regex(/^\S*$/, words.nameSpace) });

const levelControl = { kind: 'select', options: optionsOf(words.levels, levels) } as const;
const force = { kind: 'tri', unset: words.forceUnset, yes: words.forceYes, no: words.forceNo } as const;

/** Protects the chosen branches. Without `names`, the form asks for a branch or a pattern. */
export function form(
  _: Stores,
  { scope, project, names, leftOut }: Chosen & { scope: Scope; project: string },
): Form<z.infer<typeof ofChosen>> {
  const only = names?.length === 1 ? names[0] : undefined;
  const several = names === null ? words.titleNew(project) : words.titleOf(names.length);
  return {
    name: `protected-branches.protect ${scope} ${names?.join(' ') ?? ''}`,
    title: only === undefined ? several : words.one(only),
    text: words.text,
    schema: names === null ? ofNew : ofChosen,
    initial: { push_access_level: 'default', merge_access_level: 'default', unprotect_access_level: 'default' },
    fields: [
      ...(names === null ? [{ name: 'name', help: words.nameHelp, control: mono } as const] : []),
      { name: 'push_access_level', control: levelControl },
      { name: 'merge_access_level', control: levelControl },
      { name: 'unprotect_access_level', control: levelControl },
      { name: 'allow_force_push', help: words.forceHelp, control: force },
    ],
    labels: words.labels,
    submitLabel: words.submit(names?.length ?? 1),
    change({ name, ...settings }) {
      const chosen = names ?? [name ?? ''];
      const sent = Object.fromEntries(
        Object.entries(settings)
          .filter(([, value]) => value !== 'default')
          .map(([field, value]) => [field, typeof value === 'string' ? Number(value) : value]),
      );
      return {
        calls: chosen.map((branch) => ({
          op: 'protected-branches.protect',
          path: { id: readScope(scope)?.ref ?? '' },
          body: { name: branch, ...sent },
        })),
        title: (n) => (chosen.length === 1 ? words.one(chosen[0] ?? '') : words.titleOf(n)),
        done: ({ label }) => words.done(label),
      };
    },
    isNew: true,
    above: part(ProtectedNames, { names: names ?? [], leftOut }),
  };
}

/** The selected branches that are not protected yet. Null: there are none, and a message is shown. */
export async function unprotectedIn({ session }: Stores, selection: ListSelection): Promise<Chosen | null> {
  const { rows } = await branchesIn(session, selection);
  const names = rows.filter((row) => row.protected !== true).map(({ name }) => name);
  if (names.length > 0) return { names, leftOut: rows.length - names.length };
  showMessage({ title: words.allAlready });
  return null;
}
