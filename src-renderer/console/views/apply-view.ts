import { consoles as words } from '#shared/text/en/console.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type { FoundView } from './views.ts';

/**
 * Shows a saved view, or the view of a link (`name` null). If the list does not know a part of it, it is shown without
 * that part only after a person has read that.
 */
export function applyView<Query>(found: FoundView<Query>, name: string | null, show: (query: Query) => void): void {
  if (found === null) showMessage({ tone: 'warn', ...words.views.unreadable(name) });
  else if (found.unknown.length === 0) show(found.query);
  else {
    const action = { label: words.views.showWithout, run: () => show(found.query) };
    showMessage({ tone: 'warn', ...words.views.notApplied(name, found.unknown), action });
  }
}
