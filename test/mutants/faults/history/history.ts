import type { Mutant } from '../../mutant.ts';

const rows = 'test/cache/history/record/rows.test.ts';
const sight = 'test/cache/history/record/sight.test.ts';
const own = 'test/cache/history/record/own.test.ts';
const setBack = 'test/cache/history/file/set-back.test.ts';
const transfer = 'test/cache/history/file/transfer.test.ts';
const retention = 'test/cache/history/file/retention.test.ts';
const forgetting = 'test/cache/history/file/forget-person.test.ts';
const moments = 'test/cache/history/past/moments.test.ts';
const usersThen = 'test/cache/history/past/users-then.test.ts';
const changes = 'test/cache/history/read/changes.test.ts';
const differences = 'test/cache/history/read/differences.test.ts';
const edges = 'test/cache/history/stored-edges.test.ts';
const core = 'test/core/history/changes.test.ts';

/** What the history records, keeps and answers. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'The first sync of a list that has the rows of another list records them as known since then.',
    file: 'src-main/cache/history/record/row-recorder.ts',
    text: 'if (run?.isFirst === true) return;',
    replacement: '',
    noticedBy: [`${rows} › one runner in three scopes has one history`],
  },
  {
    fault: 'Rows that a weaker token can’t see are recorded as not returned.',
    file: 'src-main/cache/history/record/row-recorder.ts',
    text: 'const isHidden = isRun(source) && source.isOtherSight;',
    replacement: 'const isHidden = isRun(source) && source.number < 0;',
    noticedBy: [
      `${sight} › a weaker token that no longer returns some rows gives one entry about the place, and a stronger one another`,
    ],
  },
  {
    fault: 'A deletion that a 404 has confirmed is recorded as a row that is not returned.',
    file: 'src-main/cache/history/record/row-recorder.ts',
    text: "isDeleted ? 'deleted' : 'notReturned'",
    replacement: "'notReturned'",
    noticedBy: [`${rows} › a deletion that a 404 confirmed is not the same as a row that is not returned`],
  },
  {
    fault: 'A field that the platform did not send before is recorded as changed.',
    file: 'src-main/cache/history/record/row-recorder.ts',
    text: "if (!isEmpty(sent)) add(source, { ...entry, fields: sent }, 'sent');",
    replacement: "if (!isEmpty(sent)) add(source, { ...entry, fields: sent }, 'changed');",
    noticedBy: [
      `${rows} › a field that was not sent before or is no longer sent is not a change, and neither are details that are read for the first time`,
    ],
  },
  {
    fault: 'A change by a write whose outcome is not known is certainly by Reeve.',
    file: 'src-main/cache/history/record/own-writes.ts',
    text: "if (isSent) return ['probably', write.cause];",
    replacement: "if (isSent) return ['ours', write.cause];",
    noticedBy: [`${own} › the value of a write whose outcome is not known is probably by Reeve, another value is not`],
  },
  {
    fault: 'A value that the platform adjusted is recorded as changed outside of Reeve.',
    file: 'src-main/cache/history/record/own-writes.ts',
    text: ": ['adjusted', write.cause];",
    replacement: ': [null, null];',
    noticedBy: [`${own} › another value in the first sync after a write was adjusted by the platform`],
  },
  {
    fault: 'Entries that a cache does not know, because it was set back, stay in the history.',
    file: 'src-main/cache/history/file/set-back.ts',
    text: 'if (written !== undefined) takeBack(cache, history, Number(written));',
    replacement: '',
    noticedBy: [
      `${setBack} › an entry of a sync that the cache has not ended is deleted`,
      `${setBack} › the entries of a cache that was set back to before its first number are deleted`,
    ],
  },
  {
    fault: 'A change that is found again after a power cut gets no notice.',
    file: 'src-main/cache/history/file/set-back.ts',
    text: "String(Math.min(last, numberOf(facts, 'noticed')))",
    replacement: "String(numberOf(facts, 'noticed'))",
    noticedBy: [`${setBack} › an entry of a sync that the cache has not ended is deleted`],
  },
  {
    fault: 'Changes between the last sync and the first sync of a new cache are lost without a gap.',
    file: 'src-main/cache/history/file/coverage.ts',
    text: "addGap(history, { from: last.until_at, until: endedAt, why: 'lost' }, last.collection);",
    replacement: 'void addGap;',
    noticedBy: [`${transfer} › a first sync of a place that was recorded before is a gap of its list`],
  },
  {
    fault: 'A gap is not reported although older changes were removed.',
    file: 'src-main/cache/history/file/retention.ts',
    text: 'for (const one of collections) facts.set(`removed:${one}`, String(before));',
    replacement: '',
    noticedBy: [`${retention} › older entries and coverage are removed, states stay, and the removal is reported`],
  },
  {
    fault: 'The stored states still name a forgotten person.',
    file: 'src-main/cache/history/file/forget-person.ts',
    text: 'if (changed > 0 && !isDry) update.run(writeBlock(block), rowid);',
    replacement: '',
    noticedBy: [`${forgetting} › no trace of a forgotten person is left, and everything else stays`],
  },
  {
    fault: 'The entry that is farthest from the moment decides what a field contained.',
    file: 'src-main/cache/history/read/row-at.ts',
    text: 'if (!row.fields.has(name)) row.fields.set(',
    replacement: 'row.fields.set(',
    noticedBy: [`${usersThen} › lists of users are at every moment as they were then (seed 1)`],
  },
  {
    fault: 'A filter about the present is answered for a moment in the past.',
    file: 'src-main/cache/history/recorded-only.ts',
    text: 'condition.isOfPresent !== true &&',
    replacement: '',
    noticedBy: [`${moments} › a filter that needs fields of other lists which are not recorded is refused`],
  },
  {
    fault: 'A row that was only seen for the first time counts as added between two moments.',
    file: 'src-main/cache/history/read/row-states.ts',
    text: 'if (cause === undefined || !isChange(cause)) return null;',
    replacement: 'if (cause === undefined) return null;',
    noticedBy: [
      `${differences} › rows that were only seen for the first time, or are only hidden, do not count as added or not returned`,
    ],
  },
  {
    fault: 'The changes of a person are those of everyone.',
    file: 'src-main/cache/history/read/change-conditions.ts',
    text: "parts.push('n IN (SELECT value FROM json_each(:entries))');",
    replacement: "parts.push(':entries IS NOT NULL');",
    noticedBy: [
      `${changes} › the changes of a person are those of the account, its tokens and keys, and the memberships that it gave`,
    ],
  },
  {
    fault: 'A change by this Reeve is a notice about security.',
    file: 'src-shared/contract/change-edges.ts',
    text: "|| source === 'ours') return [];",
    replacement: ') return [];',
    noticedBy: [`${edges} › no edge: a change by this Reeve`],
  },
  {
    fault: 'A notice that was stored before Reeve ended is stored again after the next start.',
    file: 'src-main/services/notices/compose-notices.ts',
    text: "if (!stored.has(identityOf(one))) notices.report(one, 'alarm');",
    replacement: "notices.report(one, 'alarm');",
    noticedBy: [`${core} › a notice that was not stored before Reeve ended is stored once after the next start`],
  },
];
