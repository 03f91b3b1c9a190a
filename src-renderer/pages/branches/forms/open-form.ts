import { branchForms } from '#shared/text/en/branch-forms.ts';
import { showMessage } from '../../../components/messages/show-message.ts';
import type { Stores } from '../../../stores/context.ts';
import type { ListSelection } from '../../../stores/lists/collection-client.ts';
import { branchesIn } from '../../../stores/project/branches/chosen-branches.ts';

/** The open form of the page. `names` null: the form asks for a branch or a pattern. */
export type OpenForm =
  | { kind: 'create'; from: string | null }
  | { kind: 'remove'; selection: ListSelection }
  | { kind: 'merged' }
  | { kind: 'protect'; names: readonly string[] | null; leftOut: number };

/** The form that protects the selected branches that are not protected yet; null: there are none. */
export async function protectForm({ session }: Stores, selection: ListSelection): Promise<OpenForm | null> {
  const { rows } = await branchesIn(session, selection);
  const names = rows.filter((row) => row.protected !== true).map(({ name }) => name);
  if (names.length > 0) return { kind: 'protect', names, leftOut: rows.length - names.length };
  showMessage({ title: branchForms.protect.allAlready });
  return null;
}
