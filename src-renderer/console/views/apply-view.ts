import { consoles as words } from '#shared/text/en/console.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type { FoundView } from './views.ts';

/**
 * Shows a saved view, or the view of a link (`name` null). If a part of it is unknown, a message says so, and
 * its button shows the view without that part.
 */
export function applyView<Query>(found: FoundView<Query>, name: string | null, show: (query: Query) => void): void {
  if (found === null) showMessage({ tone: 'warn', ...words.views.unreadable(name) });
  else if (found.unknown.length === 0) show(found.query);
  else {
    const action = { label: words.views.showWithout, run: () => show(found.query) };
    showMessage({ tone: 'warn', ...words.views.notApplied(name, found.unknown), action });
  }
}
