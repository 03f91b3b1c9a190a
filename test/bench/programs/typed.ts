import { percentiles } from '../statistics.ts';

/** The texts of a search field while these words are typed key by key. */
export function typed(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const letters = [...word];
    return letters.map((_, at) => letters.slice(0, at + 1).join(''));
  });
}

/** Words in several scripts, parts of addresses, single letters, and a word that no user has. */
export const userWords = [
  ...['an', 'ann', 'mar', 'baker', 'example', 'zzzzq', 'о', 'иван', 'キ', 'admin', 'bücher', '@mail', 'son', 'x'],
];
export const runnerWords = ['runner-0777', 'linux', 'pool-7', 'zzzq', 'ru', '9', 'corp.example', 'ünner'];

export const issueWords = ['timeout', 'Größe', 'problem 777', 'team-7', 'app-12#', 'zzzq', 'de', 'user42', 'musral'];
export const commitWords = ['timeout', 'person42@', '00000a', 'change 1999', 'zzzq', 'to', 'rollback'];

export interface Percentiles {
  p50: number;
  p95: number;
}
export interface Compared {
  ours: Percentiles;
  plain: Percentiles;
}

/** Measures two ways to search one after the other for each text. */
export function comparison(): {
  measure: (ours: () => unknown, plain: () => unknown) => Promise<void>;
  result: () => Compared;
} {
  const oursMs: number[] = [];
  const plainMs: number[] = [];
  return {
    async measure(ours, plain) {
      oursMs.push(await durationMs(ours));
      plainMs.push(await durationMs(plain));
    },
    result: () => ({ ours: percentiles(oursMs), plain: percentiles(plainMs) }),
  };
}

export async function durationMs(run: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
