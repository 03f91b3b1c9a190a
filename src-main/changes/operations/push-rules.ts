import { pushRuleId } from '#main/cache/collections/push-rules.ts';
import { pushRules as api } from '#main/api/endpoints/push-rules.ts';
import { pushRuleChecks, pushRuleRegexes } from '#shared/contract/push-rules.ts';
import type { Operation, OperationsOf } from '../operation-kit/operation.ts';
import type { WriteOf } from '../operation-kit/write.ts';
import { ofPlace } from '../operation-kit/of-place.ts';
import { readWith } from '../operation-kit/read-resource.ts';
import { presentFields, checkedInverse, recreate, restoreFields } from '../operation-kit/inverse.ts';
import { deletionProbe, creationProbe } from '../operation-kit/probes.ts';

const fields: readonly string[] = [...pushRuleRegexes, ...pushRuleChecks, 'max_file_size'];
const read = readWith(api.get);
const common: Operation<WriteOf<keyof typeof pushRules>> = {
  read,
  readRequests: 1,
  ...ofPlace,
  caches: {
    kind: 'whole',
    collection: 'pushRules',
    scope: 'group',
    id: pushRuleId,
    record: (fields) => ({ ...fields, is_configured: fields !== null }),
  },
};

export const pushRules: OperationsOf<typeof api> = {
  'push-rules.create': {
    ...common,
    // A push rule that existed before must not be removed
    inverse: ({ write, before }) => (before === null ? [{ op: 'push-rules.remove', path: write.path }] : null),
    probe: creationProbe(read, fields),
  },
  'push-rules.edit': { ...common, ...checkedInverse(restoreFields()) },
  'push-rules.remove': {
    ...common,
    ...checkedInverse(recreate('push-rules.create', [], (before) => presentFields(before, fields))),
    probe: deletionProbe(read),
  },
};
