import Plus from '@lucide/icons/icons/plus';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { PageVerb } from '../../console/page-verb.ts';
import { sections } from '../navigation.ts';

const declared = import.meta.glob<readonly PageVerb[]>('../../pages/*/verbs.ts', { eager: true, import: 'verbs' });

/** The commands of all pages, each with the segment of its page, in the order of the sidebar. */
const verbs = sections.flatMap(({ pages }) =>
  pages.flatMap(({ segment }) =>
    (declared[`../../pages/${segment}/verbs.ts`] ?? []).map((verb) => ({ ...verb, segment })),
  ),
);

/** The offered commands, followed by commands of other pages: each of these opens its page and then runs there. */
export function withPageVerbs(stores: Stores, offered: readonly Command[]): Command[] {
  const { route, commands, profiles } = stores;
  const own = offered.map((command) => {
    const keywords = command.keywords ?? verbs.find(({ id }) => id === command.id)?.keywords;
    return { ...command, keywords };
  });
  if (profiles.open === null) return own;
  const elsewhere = verbs.filter(({ id }) => !offered.some((command) => command.id === id));
  return [
    ...own,
    ...elsewhere.map(({ id, title, segment, keywords, icon = Plus, isHarmless = false }): Command => ({
      id,
      title,
      group: 'action',
      icon,
      keywords,
      disabledReason: isHarmless ? null : writeReason(stores),
      run: () => {
        route.navigate(`/${segment}`);
        // Unsaved changes can stop the navigation; then the command must not run later, nor after the page was left
        const { navigationCount } = route;
        if (route.segments[0] === segment)
          commands.runWhenAvailable(id, () => route.navigationCount === navigationCount);
      },
    })),
  ];
}
