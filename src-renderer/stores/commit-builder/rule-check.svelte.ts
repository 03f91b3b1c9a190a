import type { CheckedCommit, CommitToCheck } from '#shared/contract/push-rules.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Delay after a change before a commit is checked again. */
const typingMs = 150;

/** The cached push rule that applies to a project, checked against the commit that is being prepared. */
export class RuleCheck {
  /** Undefined: not checked yet. */
  checked = $state.raw<CheckedCommit>();
  failure = $state.raw<Failure | null>(null);
  /** The groups above the project, the nearest first. */
  readonly groups: readonly Scope[];
  readonly #session: Session;
  #commit: CommitToCheck | null = null;
  #asked = 0;

  /** `projectPath` null: not known, so its groups aren't known either. */
  constructor(session: Session, projectPath: string | null) {
    this.#session = session;
    this.groups = groupsAbove(projectPath).map((path) => `group:${path}`);
  }

  /** Check again when the cached rule changes, until the returned function is called. */
  follow(): () => void {
    return this.#session.client.pushRules.changed(() => void this.#check());
  }

  /** Check a commit after a short delay. Returns a function that stops it. */
  check(commit: CommitToCheck): () => void {
    this.#commit = commit;
    const timer = setTimeout(() => void this.#check(), typingMs);
    return () => clearTimeout(timer);
  }

  async #check(): Promise<void> {
    if (this.#commit === null) return;
    const asked = ++this.#asked;
    const input = { groups: [...this.groups], commit: this.#commit };
    try {
      const checked = await this.#session.client.pushRules.checkCommit(input);
      if (asked === this.#asked) this.checked = checked;
    } catch (thrown) {
      if (asked === this.#asked) this.failure = Failure.from(thrown);
    }
  }
}

/** `a/b/project` is in `a/b`, which is in `a`. */
function groupsAbove(path: string | null): string[] {
  const names = (path ?? '').split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, names.length - at).join('/'));
}
