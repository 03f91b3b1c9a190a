import { z } from 'zod';
import { changesPage } from '#shared/text/en/changes-page.ts';
import { isoDay } from '../../components/inputs/day-text.ts';
import { FieldError, type Form } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';
import { daySpan, spanOf, type ChangeQuery } from './change-query.ts';

interface Target {
  query: ChangeQuery;
  onchoose: (span: Pick<ChangeQuery, 'since' | 'until'>) => void;
}

/** Asks for the first and the last day of the span of the page. */
export function form(_: Stores, { query, onchoose }: Target): Form<{ first: string; last: string }> {
  const words = changesPage.days;
  const { since, until } = spanOf(query, Date.now());
  return {
    name: 'changes.days',
    title: words.title,
    schema: z.object({ first: z.iso.date(), last: z.iso.date() }),
    initial: { first: isoDay(new Date(since)), last: isoDay(new Date(until)) },
    fields: (['first', 'last'] as const).map((name) => ({ name, label: words[name], control: { kind: 'day' } })),
    submitLabel: words.button,
    run: ({ first = '', last = '' }) => {
      if (last < first) throw new FieldError('last', words.order);
      onchoose(daySpan(first, last));
      return Promise.resolve();
    },
    isNew: true,
  };
}
