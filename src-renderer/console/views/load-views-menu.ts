import { loadOnce } from '../../components/load-once.ts';

/** The code that shows views as a menu. */
export const loadViewsMenu = loadOnce(() => import('./ViewsMenu.svelte'));
