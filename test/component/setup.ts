import { beforeAll, beforeEach } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import { messages } from '../../src-renderer/components/messages/messages.svelte.ts';
import { forgetUnsavedInput } from '../../src-renderer/stores/window/unsaved-input.ts';
import { withShown } from '../../src-renderer/stores/window/address.ts';
import { forgetSampleTime } from './samples.ts';
import '../../src-renderer/styles/index.css';

// All test files share one page, so the pointer would start where the previous file left it
beforeAll(() => userEvent.hover(document.body, { position: { x: 0, y: 0 }, force: true }));

// The library registers its own clean-up when it is first imported, so only for the first file of the shared page
beforeEach(() => {
  cleanup();
  messages.clear();
  messages.hold(false);
  forgetUnsavedInput();
  forgetSampleTime();
  // The address of the page has the instance and scope of the previous test
  history.replaceState(null, '', location.pathname + withShown(location.search, { profile: null, scope: null }));
});
