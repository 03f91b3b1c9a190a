import { onDestroy, tick } from 'svelte';
import { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { importSources } from '#shared/text/en/import-sources.ts';
import { imports } from '#shared/text/en/imports.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import { keptDraft } from '../../console/forms/drafts.ts';
import { FieldError, part, type Form } from '../../console/forms/form-spec.ts';
import { typedText } from '../../console/forms/typed-text.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../stores/context.ts';
import { importLabels, offered, withHelp } from './import-forms.ts';
import {
  defaultsOf,
  linesLeft,
  mostLines,
  queueFields,
  queueInitial,
  queueOp,
  queueSchema,
  secretsOf,
} from './queue-form.ts';
import QueueCsv from './QueueCsv.svelte';
import QueuePreview from './QueuePreview.svelte';
import { QueueReview } from './queue-review.svelte.ts';

const words = imports.queue;
const name = 'imports.queue';

/** Imports the repositories that a CSV lists, with one plan. */
export function form(stores: Stores): Form {
  const draft = keptDraft(stores, name, queueSchema, queueInitial);
  const review = new QueueReview(stores);
  const { queue } = review;
  let [rest, restLines] = ['', 0];
  const sources = $derived(importSources(stores.profiles.dialect));
  const op = $derived(queueOp(draft.values));
  const text = $derived(typedText(draft.values['csv']));
  // Compared as text, so that typing a secret does not parse the CSV again.
  const defaults = $derived(JSON.stringify(defaultsOf(draft.values)));

  $effect(() => {
    const [csv, defaultValues] = [text, JSON.parse(defaults) as Record<string, unknown>];
    const later = setTimeout(() => void queue.read(op, csv, defaultValues), 150);
    return () => clearTimeout(later);
  });
  onDestroy(() => {
    // A CSV that contains tokens must not be stored in the draft
    if (queue.hasSecretColumn) draft.set('csv', '');
    if (rest !== '') keepUnsentLines();
  });

  /** Store the lines that could not be sent as the draft of this form. */
  function keepUnsentLines(): void {
    const values = { op: draft.values['op'], way: draft.values['way'], csv: rest };
    queueMicrotask(() => {
      const next = keptDraft(stores, name, queueSchema, queueInitial);
      for (const [field, value] of Object.entries(values)) next.set(field, value);
    });
    showMessage({ title: words.kept(restLines), text: words.keptWhy });
  }

  async function requestPlan(): Promise<void> {
    review.questionedLines = queue.lines;
    await tick();
    await review.showBad();
  }

  async function send(): Promise<Outcome> {
    const { values } = draft;
    const isAccepted = review.isWithoutBad;
    await queue.read(op, text, defaultsOf(values));
    const { good } = queue;
    const [tokens] = queue.problems.filter(({ kind }) => kind === 'secret-column');
    if (tokens !== undefined) throw new FieldError('csv', imports.problem(tokens, stores.profiles.dialect));
    if (queue.failure !== null) throw new FieldError('csv', `${words.failed} ${explain(queue.failure).what}`);
    if (queue.lines.length === 0) throw new FieldError('csv', words.nothing);
    if (good.length === 0) {
      await review.showBad();
      // An error without a field is shown at the end of the form, so the focus stays at the invalid lines
      throw new Failure('invalid', words.allBad, { reportedMessage: words.allBad });
    }
    if (good.length > mostLines) throw new FieldError('csv', words.tooMany(mostLines));
    const left = queue.lines.length - good.length;
    if (left > 0 && !isAccepted) {
      await requestPlan();
      return { kind: 'left', plan: null };
    }
    const remaining = linesLeft(text, queue.lines);
    const secrets = secretsOf(values);
    const outcome = await planAndApply(stores, {
      calls: good.map(({ body }) => ({ op, body: { ...body, ...secrets } })),
      keepSecrets: values['keep_secret'] === true,
      title: imports.plan,
      consequence: [sources.consequence(good.length), left === 0 ? '' : words.left(left)].join(' ').trim(),
      done: ({ label }) => imports.done(label),
      isShown: true,
    });
    const isGivenUp = outcome.kind === 'refused' || (outcome.kind === 'left' && outcome.plan === null);
    if (left > 0) {
      if (isGivenUp) await requestPlan();
      else [rest, restLines] = [remaining, left];
    }
    return outcome;
  }
  return {
    name,
    title: words.title,
    text: words.text,
    schema: queueSchema,
    initial: queueInitial,
    fields: (values) =>
      offered(withHelp(queueFields(values, sources, part(QueueCsv)), sources), stores.host.status?.vault.state),
    labels: importLabels,
    submitLabel: words.submit,
    submit: send,
    isWide: true,
    isNew: true,
    below: part(QueuePreview, { review }),
  };
}
