/** What the window needs of `users.ts`, without its schemas: see `window.constant.ts`. */
export { exclusiveUserFilters, pairedUserFilters, userFilterSides } from './users.ts';
