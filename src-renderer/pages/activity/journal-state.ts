import type { JournalEntry } from '#shared/contract/journal.ts';
import { changes as planWords } from '#shared/text/en/changes.ts';
import { journal as words } from '#shared/text/en/journal.ts';
import { operationDone } from '#shared/text/en/operations.ts';
import { readStatus } from '../../components/display/http-status.ts';
import type { ValuePart } from '../../console/facts/value-parts.ts';

/** The result of a write, with its dot. */
export function journalState(entry: Pick<JournalEntry, 'state' | 'op' | 'changes'>): ValuePart {
  /** The status of the receiver of a resent delivery. */
  const status = operationDone(entry.op) === null ? undefined : entry.changes[0]?.after;
  const isFailed = entry.state === 'applied' && status !== undefined && readStatus(status).tone !== 'ok';
  const state = isFailed ? 'failed-again' : entry.state;
  const [dot, look = 'cell-text'] = states[state];
  const text = state === 'intended' ? words.states[state] : planWords.stateOf({ ...entry, state });
  return { dot, isHollow: state !== 'applied', text, look };
}

const states = {
  intended: ['info'],
  applied: ['ok'],
  'failed-again': ['bad', 'bad-text'],
  refused: ['bad', 'bad-text'],
  'not-applied': ['warn', 'warn-text'],
  unknown: ['warn', 'warn-text'],
} as const;
