/** The former state of a file. `content` null: it was not stored. `isExecutable` null: not known. */
export interface FormerFile {
  content: string | null;
  isExecutable: boolean | null;
}
/** One file action of a commit or a snippet. `content` as in `FormerFile`. */
export interface FileStep {
  action: 'create' | 'update' | 'delete' | 'move' | 'chmod';
  file_path: string;
  previous_path?: string | undefined;
  content?: string | undefined;
  execute_filemode?: boolean | undefined;
}

/** The former path of a file (null: it is new), and what the steps changed. */
interface Trace {
  origin: string | null;
  isChanged: boolean;
  isExecutable: boolean | null;
}

/**
 * The steps that restore all files that the given steps changed. `lost`: paths whose former content is needed but was
 * not stored.
 */
export function revertSteps(
  steps: readonly FileStep[],
  before: ReadonlyMap<string, FormerFile>,
): { steps: FileStep[]; lost: string[] } {
  const after = traceSteps(steps, before);
  const currentPathOf = (path: string) => [...after].find(([, { origin }]) => origin === path)?.[0];
  const lost: string[] = [];
  const moves: FileStep[] = [];
  const writes: FileStep[] = [];
  const modes: FileStep[] = [];
  const setMode = (file_path: string, was: boolean | null, now: boolean | null) => {
    if (was !== null && was !== (now ?? false)) modes.push({ action: 'chmod', file_path, execute_filemode: was });
  };

  const rewritten: [string, FormerFile][] = [];
  for (const [path, former] of before) {
    const place = currentPathOf(path);
    const { isChanged = true, isExecutable = null } = after.get(place ?? '') ?? {};
    if (place === path && !isChanged) setMode(path, former.isExecutable, isExecutable);
    else if (place === undefined || after.has(path)) rewritten.push([path, former]);
    else {
      const { content } = former;
      if (isChanged && content === null) lost.push(path);
      const restored = isChanged && content !== null ? { content } : {};
      moves.push({ action: 'move', file_path: path, previous_path: place, ...restored });
      setMode(path, former.isExecutable, isExecutable);
    }
  }
  const movedAway = new Set(moves.map(({ previous_path }) => previous_path));
  for (const [path, { content, isExecutable }] of rewritten) {
    const occupant = movedAway.has(path) ? undefined : after.get(path);
    if (content === null) lost.push(path);
    else {
      writes.push({ action: occupant === undefined ? 'create' : 'update', file_path: path, content });
      setMode(path, isExecutable, occupant?.isExecutable ?? false);
    }
  }
  const isNew = (path: string) => !before.has(path) && !movedAway.has(path);
  const deletes = [...after.keys()].filter(isNew).map((file_path): FileStep => ({ action: 'delete', file_path }));
  return { steps: [...deletes, ...moves, ...writes, ...modes], lost };
}

/** The files after the steps, by path. */
function traceSteps(steps: readonly FileStep[], before: ReadonlyMap<string, FormerFile>): Map<string, Trace> {
  const after = new Map<string, Trace>(
    Array.from(before, ([path, { isExecutable }]) => [path, { origin: path, isChanged: false, isExecutable }]),
  );
  for (const { action, file_path: path, previous_path, content, execute_filemode } of steps) {
    const there = after.get(previous_path ?? path) ?? { origin: null, isChanged: true, isExecutable: null };
    const isChanged = there.isChanged || (content !== undefined && content !== before.get(there.origin ?? '')?.content);
    if (action === 'delete') after.delete(path);
    else if (action === 'create') after.set(path, { origin: null, isChanged: true, isExecutable: false });
    else if (action === 'chmod') after.set(path, { ...there, isExecutable: execute_filemode ?? there.isExecutable });
    else {
      if (previous_path !== undefined) after.delete(previous_path);
      after.set(path, { ...there, isChanged });
    }
  }
  return after;
}
