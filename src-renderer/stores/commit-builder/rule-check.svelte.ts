import type { CheckedCommit, CommitToCheck } from '#shared/contract/push-rules.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** Delay after a change before a commit is checked again. */
const typingMs = 150;

/** The cached push rule that applies to a project, checked against the commit that is being prepared. */
export class RuleCheck extends LastReply<CheckedCommit | undefined> {
  /** The groups above the project, the nearest first. */
  readonly groups: readonly Scope[];
  #commit: CommitToCheck | null = null;

  /** `projectPath` null: not known, so its groups aren't known either. */
  constructor(session: Session, projectPath: string | null) {
    const { pushRules } = session.client;
    const groups = groupsAbove(projectPath).map((path) => `group:${path}`);
    const check = async () =>
      this.#commit === null ? undefined : pushRules.checkCommit({ groups, commit: this.#commit });
    super(session, check, [pushRules], { everyMs: 0 });
    this.groups = groups;
  }

  /** Check a commit after a short delay. Returns a function that stops it. */
  check(commit: CommitToCheck): () => void {
    this.#commit = commit;
    const timer = setTimeout(() => void this.load(), typingMs);
    return () => clearTimeout(timer);
  }
}

/** `a/b/project` is in `a/b`, which is in `a`. */
function groupsAbove(path: string | null): string[] {
  const names = (path ?? '').split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, names.length - at).join('/'));
}
