import { palette as words } from '#shared/text/en/palette.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import { tableOf, type ListSpec } from '../../console/list-spec.ts';
import type { Stores } from '../../stores/context.ts';
import { isCollection } from '../../stores/lists/collection-names.ts';
import { savedViews } from '../../stores/lists/saved-views.svelte.ts';
import { placePath, viewPath } from '../../stores/window/address.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import { pageOf, pages } from '../navigation.ts';
import { tabOfCollection } from '../place-tabs.ts';

type Listed = Pick<ListSpec, 'collection' | 'table' | 'path' | 'title' | 'views'>;

const modules = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../../pages/**/*-list.ts',
  '../../pages/webhooks/lists.ts',
]);

/** The saved and built-in views of all lists that have a page for the chosen scope, as commands that open them. */
export async function viewCommands({ route, scope, session }: Stores): Promise<Command[]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()));
  // Lists that are made from others have the same table and views
  const all = loaded.flatMap((own) => Object.values(own).filter(isListed)).toReversed();
  const lists = new Map(all.map((list) => [tableOf(list), list]));
  const builtIn = [...lists].flatMap(([table, { views }]) => views.slice(1).map((view) => ({ ...view, table })));
  return [...(await savedViews(session)), ...builtIn].flatMap(({ table, id, name, query }) => {
    const list = lists.get(table);
    const page = list ? pages.find(({ segment }) => list.path === `/${segment}`) : isCollection(table) && pageOf(table);
    const tab = list && tabOfCollection('project', list.collection);
    const inProject = scope.project && tab !== undefined ? placePath(scope.project, tab) : null;
    const base = page ? `/${page.segment}` : inProject;
    if (base === null) return [];
    const path = viewPath(base, query as object);
    const title = words.view((list ?? (page || undefined))?.title ?? table, visibleText(name));
    return {
      id: `view ${table} ${id}`,
      title,
      icon: page ? page.icon : undefined,
      path,
      run: () => route.navigate(path),
    };
  });
}

function isListed(value: unknown): value is Listed {
  return typeof value === 'object' && value !== null && 'views' in value && 'path' in value && 'collection' in value;
}
