import type { Mutant } from '../mutant.ts';

const interruptions = 'test/core/watches/interruptions.test.ts';
const pins =
  'test/core/watches/pins.test.ts › a pinned project is kept up to date within the budget of watches, and only changed threads are requested';
const unreachable = `${interruptions} › after ten minutes in which the platform cannot be reached, each watch is checked once, without a new notice`;
const night = `${interruptions} › after a night of sleep, each watch is checked once, the one that waited longest first`;
const engine = 'src-main/jobs/watches/watches.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'While the platform cannot be reached, watches are retried without a pause.',
    file: engine,
    text: 'one.heldUntil = now + Math.min(longestHoldMs, firstHoldMs * 2 ** one.holds);',
    replacement: 'one.heldUntil = now;',
    noticedBy: [unreachable],
    formerly: `${interruptions} › after an hour in which the platform cannot be reached, each watch is checked once, without a new notice`,
  },
  {
    fault: 'Without a network, watches are still checked.',
    file: engine,
    text: 'if (heldUntil > clock.now() || needs.isUnreachable(profileId)) return',
    replacement: 'if (heldUntil > clock.now()) return',
    noticedBy: ['test/jobs/watches-offline.test.ts › while the machine has no network, nothing is requested'],
  },
  {
    fault: 'Watches are checked while the machine is suspended.',
    file: engine,
    text: "if (isSuspended) return 'suspended';",
    replacement: '',
    noticedBy: [night],
    formerly: night,
  },
  {
    fault: 'After the machine was suspended, due watches are checked in the wrong order.',
    file: 'src-main/jobs/watches/due.ts',
    text: 'const due = { one, watch, at };',
    replacement: 'const due = { one, watch, at: at <= now ? now - (at % 997) : at };',
    noticedBy: [night],
    formerly: night,
  },
  {
    fault: 'After the clock was set back, watches wait for as long as it was set back.',
    file: engine,
    text: 'if (now < seenAt - setBackMs) for (const one of profiles.values()) adjustToClock(one);',
    replacement: '',
    noticedBy: [
      `${interruptions} › a clock that is set back a day, forward two days and back again stops no watch, and each place is checked once`,
    ],
    formerly: `${interruptions} › a clock that is set back a day, forward two days and back again stops no watch, and each place is checked once`,
  },
  {
    fault: 'A clock that was set back while Reeve was closed delays the checks of stored watches.',
    file: engine,
    text: 'kinds, clock })));\n      adjustToClock(one);',
    replacement: 'kinds, clock })));',
    noticedBy: [`${interruptions} › a clock that was set back by a day while Reeve was closed delays no check`],
    formerly: `${interruptions} › a clock that was set back by a day while Reeve was closed delays no check`,
  },
  {
    fault: 'Watches use more than their share of the reported limit.',
    file: 'src-main/api/client/governor/watch-budget.ts',
    text: 'const steadyShare = 0.26;',
    replacement: 'const steadyShare = 0.6;',
    noticedBy: [
      'test/core/watches/budget.test.ts › watches of 15 projects use less than 0.30 of the reported limit, are never refused, and notice changes in time',
    ],
    formerly:
      'test/core/watches/budget.test.ts › watches of 30 projects use less than 0.30 of the reported limit, are never refused, and notice changes in time',
  },
  {
    fault: 'A mirror whose update is under way is checked no more often than others.',
    file: 'src-main/jobs/watches/remote-mirrors.ts',
    text: 'everyMs: now - since < firstForMs ? firstMs : laterMs })',
    replacement: 'everyMs: now - since < firstForMs ? coldMs : coldMs })',
    noticedBy: [
      'test/core/watches/budget.test.ts › watches of 15 projects use less than 0.30 of the reported limit, are never refused, and notice changes in time',
    ],
    formerly:
      'test/core/watches/budget.test.ts › watches of 30 projects use less than 0.30 of the reported limit, are never refused, and notice changes in time',
  },
  {
    fault: 'Rows count as up to date for ten times as long as they should.',
    file: 'src-main/jobs/watches/freshness.ts',
    text: 'const staleIntervals = 2;',
    replacement: 'const staleIntervals = 20;',
    noticedBy: [
      'test/core/watches/freshness.test.ts › the figures of mirrors say which projects were checked, and from when their rows are too old',
    ],
    formerly:
      'test/core/watches/freshness.test.ts › the figures of mirrors say which projects were checked, and from when their rows are too old',
  },
  {
    fault: 'The refresh of a pin requests threads that did not change.',
    file: 'src-main/services/pins/sources/places-below.ts',
    text: 'updatedAt === null || freshSince === 0 ? freshSince : Math.max(updatedAt, leastAt);',
    replacement: 'freshSince;',
    noticedBy: ['test/core/project/coverage.test.ts › the notes below a project are synced in one job, and only once'],
    formerly: pins,
  },
  {
    fault: 'A pause of a pin is not stored.',
    file: 'src-main/services/pins/pins.ts',
    text: 'table.update(id, { isPaused });',
    replacement: '',
    noticedBy: [pins],
    formerly: pins,
  },
  {
    fault: 'Places that are switched off stay watched.',
    file: 'src-main/services/setup/setup-places.ts',
    text: '    .filter((row) => !isOffIn(off, row))\n    .map((row) => ({ scope: toEntry(row).scope',
    replacement: '    .map((row) => ({ scope: toEntry(row).scope',
    noticedBy: [
      'test/core/watches/switched-off.test.ts › watches and syncs of all places leave out what is switched off, until it is switched on again',
    ],
    formerly:
      'test/core/watches/switched-off.test.ts › watches and syncs of all places leave out what is switched off, until it is switched on again',
  },
];
