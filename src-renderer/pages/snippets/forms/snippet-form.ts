import { z } from 'zod';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { snippetForm as words } from '#shared/text/en/snippet-forms.ts';
import { keptDraft } from '../../../console/forms/drafts.ts';
import { optionsOf, part, type Form } from '../../../console/forms/form-spec.ts';
import { planAndApply, type Outcome } from '../../../console/plan/plan-and-apply.ts';
import { placeName } from '../../../console/scope.ts';
import type { Stores } from '../../../stores/context.ts';
import { snippetNow, wholeSnippet, type WholeSnippet } from '../../../stores/project/snippets/snippet-files.ts';
import {
  actionsOf,
  draftsOf,
  type FileDraft,
  filesProblem,
  losesContent,
  newFile,
  problemsOf,
  rebased,
} from './file-drafts.ts';
import { snippetPath } from './snippet-actions.ts';
import SnippetText from './SnippetText.svelte';

interface Target {
  /** The instance for a personal snippet, or a project. */
  scope: Scope;
  /** The snippet to edit; null: a new one. */
  whole: WholeSnippet | null;
}

const schema = z.object({
  title: z.string().min(1),
  visibility: z.string().optional(),
  description: z.string().optional(),
  files: z
    .array(z.custom<FileDraft>())
    .refine((files) => filesProblem(files) === null && problemsOf(files).size === 0, words.errors.files),
});
type Values = z.infer<typeof schema>;

/** Creates or edits a snippet. */
export function form(stores: Stores, { scope, whole }: Target): Form<Values> {
  const kind = scope === '' ? 'personal' : 'project';
  const name = whole === null ? `snippets.create ${scope}` : `snippets.edit ${scope} ${whole.snippet.id}`;
  const initial = initialOf(whole);
  const draft = keptDraft(stores, name, schema, initial);
  /** The newest state of the snippet that the files of the form are compared with. */
  let based = whole;

  function create({ title = '', visibility, description = '', files = [] }: Partial<Values>): Promise<Outcome> {
    const body = {
      title,
      visibility,
      ...(description !== '' && { description }),
      files: files.map(({ path: file_path, content }) => ({ file_path, content: content ?? '' })),
    };
    const op = kind === 'personal' ? 'personal-snippets.create' : 'project-snippets.create';
    const path = kind === 'personal' ? {} : { id: readScope(scope)?.ref ?? '' };
    return planAndApply(stores, {
      calls: [{ op, path, body }],
      title: () => words.create,
      done: () => words.created(title),
      explainsRefusals: true,
    });
  }

  async function edit({ files = [], ...sent }: Partial<Values>, { snippet }: WholeSnippet): Promise<Outcome> {
    const actions = actionsOf(files);
    if (actions.length > 0 && !(await isCurrent(snippet.id))) {
      draft.refuse('files', words.changedMeanwhile);
      return { kind: 'refused', failure: new Failure('aborted', 'the snippet was changed meanwhile') };
    }
    const body = { ...sent, ...(actions.length > 0 && { files: actions }) };
    if (Object.keys(body).length === 0) return { kind: 'unchanged' };
    const op = kind === 'personal' ? 'personal-snippets.edit' : 'project-snippets.edit';
    const { title, description, visibility } = snippet;
    return planAndApply(stores, {
      calls: [{ op, path: snippetPath(scope, snippet.id), body, seen: { title, description, visibility } }],
      title: () => words.edit(title),
      done: () => words.saved(body.title ?? title),
      isShown: files.some(losesContent),
      explainsRefusals: true,
    });
  }

  /** Whether the snippet still has the files that the form showed. If not, the input is applied to the newest files. */
  async function isCurrent(id: number): Promise<boolean> {
    const now = await snippetNow(stores.session, scope, id);
    if (now.updated_at === based?.snippet.updated_at) return true;
    const newest = await wholeSnippet(stores.session, scope, id);
    const former = based?.files ?? [];
    based = newest;
    if (JSON.stringify(newest.files) === JSON.stringify(former)) return true;
    const kept = rebased((draft.values['files'] as FileDraft[] | undefined) ?? [], newest.files);
    draft.follow({ ...(draft.initial as Partial<Values>), files: draftsOf(newest.files) });
    draft.set('files', kept);
    return false;
  }
  return {
    name,
    title: whole === null ? words.create : words.edit(whole.snippet.title),
    get text() {
      if (whole !== null) return words.editText;
      return words.createText[kind](kind === 'personal' ? '' : placeName(stores, scope));
    },
    schema,
    initial,
    fields: [
      'title',
      {
        name: 'visibility',
        help: words.visibilityHelp[kind],
        control: { kind: 'choice', options: optionsOf(words.visibilities) },
      },
    ],
    submitLabel: whole === null ? words.createButton : words.saveButton,
    submit: (given, values) => (whole === null ? create(values) : edit(given, whole)),
    isPage: true,
    isNew: whole === null,
    below: part(SnippetText, {
      base: whole?.snippet.web_url,
      project: kind === 'personal' ? undefined : scope,
    }),
  };
}

function initialOf(whole: WholeSnippet | null): Partial<Values> {
  if (whole === null) return { visibility: 'private', files: [newFile([])] };
  const { title, description, visibility } = whole.snippet;
  return { title, description: description ?? '', visibility: visibility ?? undefined, files: draftsOf(whole.files) };
}
