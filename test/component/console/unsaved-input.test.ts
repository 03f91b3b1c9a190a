import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { dropDraft, keptDraft } from '../../../src-renderer/console/forms/drafts.ts';
import { createStores } from '../../../src-renderer/stores/context.ts';
import { askBeforeUnload, hasUnsavedInput } from '../../../src-renderer/stores/window/unsaved-input.ts';
import { fakeCore } from '../fake-core.ts';

test('the window asks before a reload while there is unsaved input', () => {
  let text = '';
  const end = askBeforeUnload(() => text !== '');
  onTestFinished(end);
  expect(hasUnsavedInput()).toBe(false);
  text = 'half a na';
  expect(hasUnsavedInput()).toBe(true);
  end();
  expect(hasUnsavedInput()).toBe(false);
});

test('the window asks before a reload while the draft of a closed dialog exists', () => {
  const stores = createStores(fakeCore().session);
  const draft = keptDraft(stores, 'runners.edit 42', z.object({ description: z.string() }), { description: 'old' });
  onTestFinished(() => dropDraft(stores, 'runners.edit 42'));
  expect(hasUnsavedInput()).toBe(false);
  draft.set('description', 'new');
  expect(hasUnsavedInput()).toBe(true);
  dropDraft(stores, 'runners.edit 42');
  expect(hasUnsavedInput()).toBe(false);
});

test('no input of a form is stored in the browser', () => {
  const stores = createStores(fakeCore().session);
  const draft = keptDraft(stores, 'imports', z.object({ token: z.string() }), {});
  onTestFinished(() => dropDraft(stores, 'imports'));
  draft.set('token', 'glpat-secret');
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])).not.toContain('glpat-secret');
});
