import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-svelte';

/** The library does this only in the first of the files that share a page. */
beforeEach(cleanup);
