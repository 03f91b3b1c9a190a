import Plus from '@lucide/icons/icons/plus';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { PageVerb } from '../../console/page/page-action.ts';
import { placePath } from '../../stores/window/address.ts';

const declared = import.meta.glob<Readonly<Record<string, PageVerb>>>('../../pages/*/verbs.ts', { eager: true });

/** The commands of all pages, each with the segment of its page. Those of the pages of a project come first. */
export const pageVerbs = Object.entries(declared)
  .flatMap(([file, verbs]) => Object.values(verbs).map((verb) => ({ ...verb, segment: file.split('/').at(-2) ?? '' })))
  .sort((a, b) => Number(a.path === undefined) - Number(b.path === undefined));

/**
 * The offered commands, followed by those of other pages: each of these opens its page and then runs there. The
 * commands of project pages are offered only while a project is chosen. A command is left out if the current page
 * offers one with the same title.
 */
export function withPageVerbs(stores: Stores, offered: readonly Command[]): Command[] {
  const { profiles, scope, moment } = stores;
  if (profiles.open === null || moment.ofPage !== null) return [...offered];
  const { project } = scope;
  return [
    ...offered,
    ...pageVerbs
      .filter(({ id, label, title = label }) => !offered.some((one) => one.id === id || one.title === title))
      .flatMap(({ segment, path, ...verb }) => {
        if (path === undefined) return commandAt(stores, verb, `/${segment}`);
        return project === null ? [] : commandAt(stores, verb, `${placePath(project)}/${path}`);
      }),
  ];
}

/** A command that opens the page at a path, and runs there as soon as the page offers it. */
function commandAt(
  stores: Stores,
  { id, label, title = label, keywords, icon = Plus, isHarmless = false }: PageVerb,
  at: string,
): Command {
  const { route, commands } = stores;
  return {
    id,
    title,
    icon,
    keywords,
    disabledReason: isHarmless ? null : writeReason(stores),
    run: () => {
      route.navigate(at);
      // Unsaved changes can stop the navigation; then the command must not run later, nor after the page was left
      const { navigationCount } = route;
      if (route.path.startsWith(at)) commands.runWhenAvailable(id, () => route.navigationCount === navigationCount);
    },
  };
}
