import { z } from 'zod';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { WikiPageCreate, type WikiPage } from '#shared/contract/wikis.ts';
import { Failure } from '#shared/errors.ts';
import { wikiForm as words } from '#shared/text/en/wiki-forms.ts';
import { visibleText } from '../../../components/text/visible-text.ts';
import { initialOf } from '../../../console/forms/declared-fields.ts';
import { keptDraft } from '../../../console/forms/drafts.ts';
import { optionsOf, part, type Form } from '../../../console/forms/form-spec.ts';
import { planAndApply } from '../../../console/plan/plan-and-apply.ts';
import { placeName } from '../../../console/scope.ts';
import type { Stores } from '../../../stores/context.ts';
import { AttachDraft } from './attach-draft.svelte.ts';
import { folderOf, pathTitleOf, sentTitle, slugOf, titleProblem } from './wiki-titles.ts';
import WikiText from './WikiText.svelte';

interface Target {
  scope: Scope;
  /** The page to edit, with its whole content; null: a new one. */
  page: () => WikiPage | null;
  /** The slug of the shown page. A new page is suggested in its folder. */
  beside?: string | null;
  slugs: () => ReadonlySet<string>;
  /** The address of the page, for links in the preview. */
  base: string;
  /** Request the page again, so that `page` returns its newest version. */
  refresh?: () => Promise<void>;
  /** Called after the page was written. `slug`: its slug. */
  onsaved: (slug: string) => void;
}

const schemaOf = (own: string | null, slugs: () => ReadonlySet<string>) =>
  WikiPageCreate.extend({
    title: z.string(words.errors.title).superRefine((title, context) => {
      const message = titleProblem(title, slugs(), own);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
    content: z.string(words.errors.content).min(1, words.errors.content),
  });
type Values = z.infer<ReturnType<typeof schemaOf>>;

/** Creates or edits a page of a wiki. */
export function form(stores: Stores, target: Target): Form<Values> {
  const { scope, slugs, base, refresh, onsaved } = target;
  const page = target.page();
  const own = page?.slug ?? null;
  const name = page === null ? `wikis.create ${scope}` : `wikis.edit ${scope} ${page.slug}`;
  const schema = schemaOf(own, slugs);
  const initial: Partial<Values> =
    page === null
      ? { title: folderOf(target.beside ?? ''), format: 'markdown' }
      : { ...initialOf(schema, page), title: pathTitleOf(page), content: page.content ?? '' };
  const draft = keptDraft(stores, name, schema, initial);

  /** Whether the page still has the content that the form showed. If not, the input is compared with the newest. */
  async function isCurrent(): Promise<boolean> {
    await refresh?.();
    const newest = target.page();
    const { content } = draft.initial;
    if (newest === null || (newest.content ?? '') === content) return true;
    draft.follow({ ...(draft.initial as Partial<Values>), content: newest.content ?? '' });
    return false;
  }

  /** The operation with its parameters, from the changed fields and from all values. */
  function callOf(given: Partial<Values>, { title = '', format, content = '' }: Partial<Values>) {
    const id = readScope(scope)?.ref ?? '';
    if (own === null) {
      const body = { title: sentTitle(title, null), content, ...(format !== undefined && { format }) };
      return { op: 'wikis.create' as const, path: { id }, body };
    }
    const body = {
      ...(given.title !== undefined && { title: sentTitle(title, own) }),
      // The platform ignores a change of the format alone
      ...((given.content !== undefined || given.format !== undefined) && { content }),
      ...(given.format !== undefined && { format }),
    };
    return { op: 'wikis.edit' as const, path: { id, slug: own }, body };
  }
  return {
    name,
    title: page === null ? words.create : words.edit(page.title),
    get text() {
      return page === null ? words.createText(placeName(stores, scope)) : undefined;
    },
    schema,
    initial,
    fields: [
      { name: 'title', help: words.titleHelp },
      {
        name: 'format',
        ...(page !== null && { help: words.formatHelp }),
        control: { kind: 'choice', options: optionsOf(words.formats) },
      },
    ],
    submitLabel: page === null ? words.createButton : words.saveButton,
    async submit(given, values) {
      if (given.content !== undefined && !(await isCurrent())) {
        draft.refuse('content', words.changedMeanwhile);
        return { kind: 'refused', failure: new Failure('aborted', 'the page was changed meanwhile') };
      }
      const { title = '' } = values;
      const shown = visibleText(title, 200);
      const outcome = await planAndApply(stores, {
        calls: [callOf(given, values)],
        title: () => (page === null ? words.create : words.edit(page.title)),
        done: () => (page === null ? words.created(shown) : words.saved(shown)),
        fields: ['title', 'format', 'content'],
      });
      if (outcome.kind === 'applied') onsaved(own === null || given.title !== undefined ? slugOf(title) : own);
      return outcome;
    },
    isPage: true,
    isNew: page === null,
    below: part(WikiText, { scope, base, page: target.page, slugs, attachment: new AttachDraft() }),
  };
}
