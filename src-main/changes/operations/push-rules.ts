import { pushRules as api } from '#main/api/endpoints/push-rules.ts';
import { pushRuleChecks, pushRuleRegexes } from '#shared/contract/push-rules.ts';
import type { State, Subjects, Write } from '../subject/subject.ts';
import { readBy } from '../subject/reading.ts';
import { given, knownBefore, makeAgain, writeBack } from '../subject/taking-back.ts';
import { goneProbe, madeProbe } from '../subject/verdicts.ts';

const fields: readonly string[] = [...pushRuleRegexes, ...pushRuleChecks, 'max_file_size'];
const read = readBy(api.get);
const common = { read, reads: 1, label: (_: State | null, { path }: Write) => String(path['id']) };

export const pushRules: Subjects = {
  'push-rules.create': {
    ...common,
    // Where there was one already it was not made, and is not ours to take away
    inverse: ({ write, before }) => (before === null ? [{ op: 'push-rules.remove', path: write.path }] : null),
    probe: madeProbe(read, fields),
  },
  'push-rules.edit': { ...common, ...knownBefore(writeBack(fields)) },
  'push-rules.remove': {
    ...common,
    ...knownBefore(makeAgain('push-rules.create', [], (before) => given(before, fields))),
    probe: goneProbe(read),
  },
};
