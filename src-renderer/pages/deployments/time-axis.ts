import type { DeploymentMark } from '#shared/contract/deployments.ts';
import { days } from '#shared/time.ts';

/** Marks whose centers are closer than this are merged; in px. */
const leastGapPx = 11;
/** The smallest width of the bar of a running deployment; in px. */
const leastBarPx = 11;

/**
 * One or several deployments at one place of the axis, the newest first. `status`: the worst of them. `leftPx`: the center
 * of the mark, or for a running one the start of its bar. `isBefore`: unfinished deployments that were created before the
 * start of the axis, so the place is left of it. Running ones among them are also in the bar.
 */
export interface Spot {
  status: string;
  leftPx: number;
  /** Null: not a bar. */
  widthPx: number | null;
  isBefore: boolean;
  marks: readonly DeploymentMark[];
}

/** The bad statuses, the worst first. A status that Reeve doesn't know comes after them. */
const bad = ['failed', 'blocked'];
/** From the worst of the other statuses to the best. On the axis, a running deployment has its own bar. */
const harmless = ['created', 'running', 'canceled', 'skipped', 'success'];

/** Whether a deployment was created before the start of the axis and has not ended. */
export function isBeforeAxis({ createdAt, endedAt }: DeploymentMark, from: number): boolean {
  return createdAt < from && endedAt === null;
}

/**
 * The spots of one environment, from left to right: at most one with `isBefore`, which comes first. `to` is the present.
 * Ended deployments that were created before `from` have no spot.
 */
export function spotsOf(
  marks: readonly DeploymentMark[],
  { from, to, widthPx }: { from: number; to: number; widthPx: number },
): Spot[] {
  const xOf = (at: number): number => ((Math.max(at, from) - from) / Math.max(1, to - from)) * widthPx;
  const inOrder = marks.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id);
  const spots: Spot[] = [];
  const before = inOrder.filter((mark) => isBeforeAxis(mark, from)).toReversed();
  let firstPx = -Infinity;
  for (const mark of inOrder.filter(({ status, createdAt }) => status !== 'running' && createdAt >= from)) {
    const last = spots.at(-1);
    const leftPx = xOf(mark.createdAt);
    if (last === undefined || leftPx - firstPx >= leastGapPx) {
      spots.push({ status: mark.status, leftPx, widthPx: null, isBefore: false, marks: [mark] });
      firstPx = leftPx;
    } else {
      const merged = [mark, ...last.marks];
      spots[spots.length - 1] = { ...last, status: worstOf(merged), marks: merged };
    }
  }
  const running = inOrder.filter(({ status }) => status === 'running');
  const [first] = running;
  if (first !== undefined) {
    const leftPx = Math.min(xOf(first.createdAt), Math.max(0, widthPx - leastBarPx));
    spots.push({
      status: 'running',
      leftPx,
      widthPx: Math.max(leastBarPx, widthPx - leftPx),
      isBefore: false,
      marks: running.toReversed(),
    });
  }
  spots.sort((a, b) => a.leftPx - b.leftPx);
  if (before.length === 0) return spots;
  return [{ status: worstOf(before), leftPx: -1, widthPx: null, isBefore: true, marks: before }, ...spots];
}

function worstOf(marks: readonly DeploymentMark[]): string {
  const all = marks.map(({ status }) => status);
  const unknown = all.filter((status) => !bad.includes(status) && !harmless.includes(status));
  return [...bad, ...unknown, ...harmless].find((status) => all.includes(status)) ?? '';
}

/** Room for a label such as "Nov 20"; in px. */
const labelPx = 64;
/** Room for a label with its year, such as "Nov 20, 2025"; in px. */
const yearLabelPx = 92;

/** The starts of local days on the axis, with room for the label of each. Days of another year have the year in theirs. */
export function ticksOf({ from, to, widthPx }: { from: number; to: number; widthPx: number }) {
  const span = (to - from) / days(1);
  const hasYears = new Date(from).getFullYear() !== new Date(to).getFullYear();
  const roomPx = hasYears ? yearLabelPx : labelPx;
  const most = Math.max(1, Math.floor(widthPx / roomPx));
  const everyDays = Math.max(1, Math.ceil(span / most));
  const ticks: { at: number; leftPx: number }[] = [];
  const day = new Date(from);
  day.setHours(24, 0, 0, 0);
  while (day.getTime() < to) {
    const leftPx = ((day.getTime() - from) / (to - from)) * widthPx;
    // The end of the axis has the label of the present
    if (leftPx < widthPx - roomPx - 12) ticks.push({ at: day.getTime(), leftPx });
    day.setDate(day.getDate() + everyDays);
  }
  return ticks;
}
