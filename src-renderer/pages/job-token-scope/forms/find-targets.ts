import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { jobTokenForms } from '#shared/text/en/job-token-forms.ts';
import { visibleText } from '../../../components/text/visible-text.ts';
import { FieldError } from '../../../console/forms/form-spec.ts';
import type { Stores } from '../../../stores/context.ts';
import { findPlace } from '../../../stores/instance/find-places.ts';
import type { ChangedProject, Target } from './allowlist-calls.ts';
import { placeIn, wrongPlace } from '../../../console/forms/place-text.ts';
import { z } from 'zod';

type Places = Pick<Stores, 'session' | 'profiles'>;
const words = jobTokenForms.fields;

const mostEntries = 500;

function typedPlace(text: string, kind: CatalogueEntry['kind'], url: string | null, field: string): number | string {
  const place = placeIn(text, kind, url);
  if (place === null) throw new FieldError(field, wrongPlace([text], kind, url) ?? text);
  return place;
}

/** Checks a list of entries that a person types. */
export const entriesSchema = (kind: Target['kind'], instanceUrl: string | null) =>
  z
    .array(z.string())
    .max(mostEntries, words.tooMany(mostEntries))
    .superRefine((texts, context) => {
      const message = wrongPlace(texts, kind, instanceUrl);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

/**
 * The entries with their IDs, which the API needs. The ID of a path comes from the catalogue: no documented request returns
 * it. Fails: `FieldError` for the first entry without an ID.
 */
export async function targetsOf(
  { session, profiles }: Places,
  kind: Target['kind'],
  texts: readonly string[],
  field: string,
): Promise<Target[]> {
  const found: Target[] = [];
  for (const text of texts) {
    const place = typedPlace(text, kind, profiles.open?.url ?? null, field);
    const entry = await findPlace(session, kind, place);
    const id = typeof place === 'number' ? place : (entry?.id ?? null);
    if (id === null) throw new FieldError(field, words.unknownId(visibleText(String(place), 120)));
    if (!found.some((one) => one.id === id)) found.push({ kind, id, label: entry?.path ?? words.byId[kind](id) });
  }
  return found;
}

/** The projects of a pasted list. One that is not in the catalogue is used as it was typed. */
export async function projectsOf({ session, profiles }: Places, lines: readonly string[]): Promise<ChangedProject[]> {
  const found = new Map<string, ChangedProject>();
  for (const line of lines) {
    const place = typedPlace(line, 'project', profiles.open?.url ?? null, 'projects');
    const entry = await findPlace(session, 'project', place);
    const { ref, id } = entry ?? { ref: place, id: typeof place === 'number' ? place : null };
    found.set(String(id ?? ref), { ref, id });
  }
  return [...found.values()];
}
