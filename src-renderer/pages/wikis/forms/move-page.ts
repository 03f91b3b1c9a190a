import { z } from 'zod';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { wikiForm as words } from '#shared/text/en/wiki-forms.ts';
import { visibleText } from '../../../components/text/visible-text.ts';
import type { FormDraft } from '../../../console/forms/form-draft.svelte.ts';
import FormNote from '../../../console/forms/FormNote.svelte';
import { part, type Form } from '../../../console/forms/form-spec.ts';
import { typedText } from '../../../console/forms/typed-text.ts';
import type { Stores } from '../../../stores/context.ts';
import { pathTitleOf, sentTitle, slugOf, titleProblem, type TitledPage } from './wiki-titles.ts';

interface Target {
  scope: Scope;
  page: TitledPage;
  slugs: () => ReadonlySet<string>;
  /** The page was moved, and has this slug. */
  onsaved: (slug: string) => void;
}

const schemaOf = (slug: string, slugs: () => ReadonlySet<string>) =>
  z.object({
    title: z.string(words.errors.title).superRefine((title, context) => {
      const message = titleProblem(title, slugs(), slug) ?? (slugOf(title) === slug ? words.errors.same : null);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  });

/** Renames or moves a page of a wiki. */
export function form(_: Stores, { scope, page, slugs, onsaved }: Target): Form<z.infer<ReturnType<typeof schemaOf>>> {
  const { slug } = page;
  let moved = slug;
  return {
    name: `wikis.move ${scope} ${slug}`,
    title: words.move(page.title),
    text: words.moveText,
    schema: schemaOf(slug, slugs),
    initial: { title: pathTitleOf(page) },
    fields: [{ name: 'title', help: words.titleHelp }],
    submitLabel: words.moveButton,
    change({ title = '' }) {
      moved = slugOf(title);
      return {
        calls: [
          {
            op: 'wikis.edit',
            path: { id: readScope(scope)?.ref ?? '', slug },
            body: { title: sentTitle(title, slug) },
          },
        ],
        title: () => words.move(page.title),
        done: () => words.moved(visibleText(title, 200)),
      };
    },
    onapplied: () => onsaved(moved),
    below: part(FormNote, { isWarning: true, text: moveOf }),
  };
}

/** A note with the new slug of the page, if the title is valid. */
const moveOf = ({ values, isValid }: FormDraft): string | null =>
  isValid ? words.moves(visibleText(slugOf(typedText(values['title'])))) : null;
