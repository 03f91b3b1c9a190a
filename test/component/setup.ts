import { beforeAll, beforeEach } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';

// Files share a page: the pointer is still where the file before left it.
beforeAll(() => userEvent.unhover(document.body));

/** The library does this only in the first of the files that share a page. */
beforeEach(cleanup);
