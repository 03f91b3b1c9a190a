import type { Mutant } from '../mutant.ts';

const seeded =
  'test/core/diagnostics.test.ts › 1,000 names and secrets are in no file of the zip, in no encoding, and the rest is useful';
const lines = 'test/services/diagnostics/log-lines.test.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'The log writes the fields of events without marks.',
    file: 'src-main/hosts/log.ts',
    text: "isUnmarked(kinds[name] ?? 'marked', value)",
    replacement: "(isUnmarked(kinds[name] ?? 'marked', value) || typeof value === 'string')",
    noticedBy: [
      'test/node/log.test.ts › messages and IDs are marked, and the error code of the system is not',
      'test/node/log.test.ts › a field that is not declared, or does not hold what is declared, is marked',
    ],
  },
  {
    fault: 'Diagnostics keep free text of the log that has no mark.',
    file: 'src-main/services/diagnostics/log-lines.ts',
    text: '!(marked.success || isKnown(kind, value))',
    replacement: "!(marked.success || kind === 'marked' || isKnown(kind, value))",
    noticedBy: [`${lines} › a line is left out if it has free text without a mark`, seeded],
  },
  {
    fault: 'Words in log lines are not compared with the lists in the code.',
    file: 'src-main/services/diagnostics/known-words.ts',
    text: '(names[kind]?.has(String(value)) ?? true)',
    replacement: 'true',
    noticedBy: [`${lines} › a line is left out if it has a name instead of an endpoint`],
  },
  {
    fault: 'Texts of settings and jobs are not compared with the lists in the code.',
    file: 'src-main/services/diagnostics/known-words.ts',
    text: "isKnownText(value) ? value : 'left out'",
    replacement: 'value',
    noticedBy: [`${lines} › a text that is not a word of the code is replaced`, seeded],
  },
];
