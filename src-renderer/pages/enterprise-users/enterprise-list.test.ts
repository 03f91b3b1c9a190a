import { expect, test } from 'vitest';
import { otherFields } from '../../console/panel/panel-fields.ts';
import { enterpriseList } from './enterprise-list.ts';

test('the cached local time of a user is not shown, because it is wrong a minute later', async () => {
  const given = enterpriseList.details;
  const details = typeof given === 'function' ? await given() : given;
  expect(details.flatMap(({ fields }) => fields.map(({ name }) => name))).not.toContain('local_time');
  expect(otherFields(details, enterpriseList, { id: 1, local_time: '7:39 AM', unnamed: 1 })).toContain('unnamed');
  expect(otherFields(details, enterpriseList, { id: 1, local_time: '7:39 AM' })).not.toContain('local_time');
});
