import process from 'node:process';
import { texts } from '#main/services/texts.ts';
import { madeTexts, type MadeText } from '../helpers/made-texts.ts';
import type { FigureName, Sample, Samples } from './figures.ts';
import { median } from './statistics.ts';

const chars = 2_000_000;
const runs = 5;
/** Shorter times are ignored: the CPU clock is too coarse for them, and quadratic work takes longer. */
const leastMs = 10;
/** The CPU clock of some computers moves in steps of 4 ms. */
const preciseMs = 100;

/** The CPU times of each parser for a text and for half of it. The text with the highest ratio is reported. */
export function textSamples(): Promise<Samples> {
  const samples = new Map<FigureName, Required<Sample> & { ratio: number }>();
  for (const made of madeTexts) {
    const name = `text${made.parser.charAt(0).toUpperCase()}${made.parser.slice(1)}` as FigureName;
    const [against, ours] = mediansMs(made);
    const ratio = ours / against;
    if (ours >= leastMs && ratio > (samples.get(name)?.ratio ?? 0)) samples.set(name, { ours, against, ratio });
  }
  return Promise.resolve(Object.fromEntries(samples));
}

/** The medians for half of the text and for the whole text. Fast parsers are measured several times in a row. */
function mediansMs({ parser, of }: MadeText): [number, number] {
  const [half, whole] = [of(chars / 2), of(chars)];
  const once = cpuMs(() => texts[parser](whole as never));
  const repeats = once < leastMs ? 1 : Math.ceil(preciseMs / once);
  const times = Array.from({ length: runs }, () => ({
    half: cpuMs(() => texts[parser](half as never), repeats),
    whole: cpuMs(() => texts[parser](whole as never), repeats),
  }));
  return [median(times.map((one) => one.half)), median(times.map((one) => one.whole))];
}

function cpuMs(run: () => void, repeats = 1): number {
  const before = process.threadCpuUsage();
  for (let n = 0; n < repeats; n++) run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / repeats;
}
