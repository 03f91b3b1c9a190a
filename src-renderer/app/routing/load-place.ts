import { loadOnce } from '../../components/load-once.ts';

/** The code that shows a page about one project or group. */
export const loadPlace = loadOnce(() => import('./PlaceSlot.svelte'));
