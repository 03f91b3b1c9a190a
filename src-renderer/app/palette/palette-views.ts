import { palette as words } from '#shared/text/en/palette.ts';
import { tableOf, type ListSpec } from '../../console/list-spec.ts';
import { allLists } from '../../pages/history/all-lists.ts';
import type { Stores } from '../../stores/context.ts';
import { savedViews } from '../../stores/lists/saved-views.svelte.ts';
import { href, placePath, segmentOf, viewPath } from '../../stores/window/address.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import { pages } from '../navigation.ts';
import { tabOfCollection } from '../place-tabs.ts';

type Listed = Pick<ListSpec, 'collection' | 'table' | 'path' | 'title' | 'views'>;

/** The saved and built-in views of all lists that have a page for the chosen scope, as commands that open them. */
export async function viewCommands({ route, scope, session }: Stores): Promise<Command[]> {
  // Lists that are made from others have the same table and views
  const all: Listed[] = (await allLists()).toReversed();
  const lists = new Map(all.map((list) => [tableOf(list), list]));
  const builtIn = [...lists].flatMap(([table, { views }]) => views.slice(1).map((view) => ({ ...view, table })));
  return [...(await savedViews(session)), ...builtIn].flatMap(({ table, id, name, query }) => {
    // A plain list has no module
    const { path = `/${segmentOf(table)}`, collection = table, title }: Partial<Listed> = lists.get(table) ?? {};
    const page = pages.find(({ segment }) => path === `/${segment}`);
    const tab = tabOfCollection('project', collection);
    const base = page === undefined ? scope.project && tab && placePath(scope.project, tab) : path;
    if (!base) return [];
    const view = viewPath(base, query as object);
    return {
      id: `view ${table} ${id}`,
      title: words.view(title ?? page?.title ?? table, name),
      icon: page?.icon,
      link: href(view),
      run: () => route.navigate(view),
    };
  });
}
