import { expect, test } from 'vitest';
import { labels } from './collections.ts';

test('labels are the names in words', () => {
  expect(labels('path', 'requestId', 'not-sent', 'no_success')).toEqual({
    path: 'Path',
    requestId: 'Request ID',
    'not-sent': 'Not sent',
    no_success: 'No success',
  });
});
