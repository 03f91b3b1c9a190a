import { expect, test } from 'vitest';
import { importForms, offered } from './import-forms.ts';

test('a form offers to keep the token only if the data folder outlives the session', () => {
  for (const { fields, initial } of Object.values(importForms)) {
    const all = fields(initial);
    const inSession = offered(all, 'session').map(({ name }) => name);
    expect(inSession).not.toContain('keep_secret');
    expect(offered(all, 'ready')).toEqual(all);
    expect(inSession).toEqual(all.map(({ name }) => name).filter((name) => name !== 'keep_secret'));
  }
});
