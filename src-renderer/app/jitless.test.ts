import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

test('zod creates no functions from text in the window', async () => {
  const { jitless: before } = z.config();
  onTestFinished(() => void z.config({ jitless: before }));
  await import('./jitless.ts');
  expect(z.config().jitless).toBe(true);
});
