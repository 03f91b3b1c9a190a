import { untrack } from 'svelte';
import { z } from 'zod';
import { pinDepths, pinLimits, pinRanges, type PinDepthName, type PinTarget } from '#shared/contract/pins.ts';
import { Failure } from '#shared/errors.ts';
import { pins as words } from '#shared/text/en/pins.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type { Stores } from '../../stores/context.ts';
import { pinsOf, type PinEstimate } from '../../stores/stored/pins.svelte.ts';
import { keptDraft } from '../forms/drafts.ts';
import { optionsOf, part, type Form } from '../forms/form-spec.ts';
import PinTotals from './PinTotals.svelte';
import { readMegabytes } from './read-megabytes.ts';

const estimateDelayMs = 300;
const readLimit = (limit: string): number | null => readMegabytes(limit, pinLimits.file);
const schema = z
  .object({ depths: z.array(z.enum(pinDepths)), range: z.enum(pinRanges), ref: z.string(), limit: z.string() })
  .refine(({ depths, limit }) => !depths.includes('files') || limit.trim() === '' || readLimit(limit) !== null, {
    path: ['limit'],
    message: words.badMegabytes(pinLimits.file),
  });
type Values = z.infer<typeof schema>;

interface Target {
  target: PinTarget;
  label: string;
  /** The depths that are selected when the form opens. Default: the depths of the existing pin, or facts and text. */
  depths?: readonly PinDepthName[] | undefined;
}

/** Pins a place or a view, or changes its pin. */
export function form(stores: Stores, { target, label, depths }: Target): Form<Values> {
  const pins = pinsOf(stores.session);
  const pin = $derived(pins.ofTarget(target));
  const settingsBytes = $derived(pins.quota?.fileBytes ?? null);
  const initialNow = (): Values => {
    const pinned = pin?.depths.flatMap(({ depth, isChosen }) => (isChosen ? [depth] : []));
    const bytes = pin?.fileBytes ?? settingsBytes;
    const limit = bytes === null ? '' : words.toMegabytes(bytes);
    const chosen = [...(depths ?? pinned ?? (['facts', 'text'] as const))];
    return { depths: chosen, range: pin?.range ?? 'all', ref: pin?.ref ?? 'HEAD', limit };
  };
  const name = `pins.pin ${target.kind === 'place' ? target.scope : target.view.id} ${depths?.join(' ') ?? ''}`;
  const draft = keptDraft(stores, name, schema, initialNow());
  const values = $derived(draft.values as Values);
  const ref = $derived(values.ref.trim() === '' ? 'HEAD' : values.ref.trim());
  /** The limit for one file, in bytes; null: the limit of the settings. */
  const fileBytes = $derived.by(() => {
    if (!draft.changed.includes('limit')) return pin?.fileBytes ?? null;
    const typed = values.limit.trim() === '' ? settingsBytes : readLimit(values.limit);
    return typed === settingsBytes ? null : (typed ?? pin?.fileBytes ?? null);
  });
  let estimate = $state.raw<PinEstimate | null>(null);
  let failure = $state.raw<Failure | null>(null);
  let isFirst = true;

  // The form can open before the pins are loaded
  $effect(() => {
    const now = initialNow();
    untrack(() => draft.follow(now));
  });
  $effect(() => {
    const input = { target, ref, fileBytes, range: values.range };
    const asking = new AbortController();
    const ask = (): void =>
      void pins
        .estimate(input, asking.signal)
        .then((value) => (estimate = value))
        .catch((thrown: unknown) => asking.signal.aborted || (failure = Failure.from(thrown)));
    const timer = setTimeout(ask, isFirst ? 0 : estimateDelayMs);
    isFirst = false;
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  });

  function helpOf(depth: PinDepthName): string {
    const one = estimate?.depths.find((row) => row.depth === depth);
    if (one === undefined) return words.dialog.estimating;
    const holds = words.holds(depth, values.range);
    if (one.isGuess && one.items === 0) return `${holds}: ${words.dialog.unknown}`;
    return `${holds}: ${words.dialog.row(words.requests(one.requests, one.isGuess), words.size(one.bytes, one.isGuess))}`;
  }
  return {
    name,
    title: words.dialog.title(label),
    text: words.dialog.text,
    schema,
    get initial() {
      return initialNow();
    },
    fields: () => {
      const options = pinDepths.map((value) => ({ value, label: words.depths[value], help: helpOf(value) }));
      const fileHelp = settingsBytes === null ? undefined : words.dialog.fileHelp(words.size(settingsBytes, false));
      return [
        { name: 'depths', label: words.dialog.depths, control: { kind: 'checks', options } },
        ...(values.depths.includes('text') ? [rangeField] : []),
        ...(values.depths.includes('files') ? [refField, { ...limitField, help: fileHelp }] : []),
      ];
    },
    get submitLabel() {
      return pin === undefined ? words.dialog.submit : words.dialog.save;
    },
    async run() {
      const chosen = pinDepths.filter((depth) => values.depths.includes(depth));
      await pins.pin({ target, depths: chosen, ref, fileBytes, range: values.range });
      showMessage({ tone: 'ok', title: words.started(label) });
    },
    isNew: true,
    get unreadyReason() {
      return values.depths.length === 0 ? words.dialog.nothing : null;
    },
    below: part(PinTotals, {
      estimate: () => estimate,
      failure: () => failure,
      /** A group or everything: the lists can name projects that are not known yet. */
      hasProjects: target.kind === 'place' && !target.scope.startsWith('project:'),
    }),
  };
}

const rangeField = {
  name: 'range',
  label: words.range.label,
  control: { kind: 'choice', options: optionsOf(words.range.options, pinRanges) },
} as const;
const refField = { name: 'ref', label: words.dialog.ref, control: { kind: 'text', isMono: true } } as const;
const limitField = { name: 'limit', label: words.dialog.file } as const;
