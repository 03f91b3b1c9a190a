import type { BlameBlock } from '#shared/contract/repository-files.ts';
import { ago } from '#shared/text/en/moments.ts';
import { repositoryFiles } from '#shared/text/en/repository-files.ts';
import { days, fromIso } from '#shared/time.ts';
import type { BlameLine } from '../../../components/code/blame-line.ts';

/** Blocks younger than these are shown in a stronger color. */
const heatFrom = [days(365), days(180), days(30), days(7)];

/** A block of the blame in words. */
export function blameLine(block: BlameBlock, now: number): BlameLine {
  const { from, commitId, title, authorName, authoredAt, committedAt = null } = block;
  const at = fromIso(authoredAt ?? committedAt);
  return {
    ...{ from, commit: commitId, title },
    author: authorName ?? repositoryFiles.view.unknownAuthor,
    age: at === null ? '' : ago(at, now),
    heat: at === null ? 0 : heatFrom.filter((mostMs) => now - at < mostMs).length,
  };
}
