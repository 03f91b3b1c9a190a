import type { BlameChunk } from '../world/git/git-files.ts';
import type { Commit } from '../world/git/git-log.ts';
import { bareCommit } from './commits.ts';

/** Who wrote which lines, from the first line to the last (document 1:142). */
export function blameView(chunks: readonly BlameChunk[], commits: ReadonlyMap<string, Commit>) {
  return chunks.map(({ commit, lines }) => ({ commit: blamed(commits.get(commit)), lines }));
}

function blamed(commit: Commit | undefined) {
  if (commit === undefined) return null;
  const { created_at: _created, short_id: _short, title: _title, ...shown } = bareCommit(commit);
  return shown;
}
