import type { Scoped } from '#shared/contract/collection.ts';
import { mostEnabledMirrors, type HostKeyLine } from '#shared/contract/remote-mirrors.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { remoteMirrors } from '#shared/text/en/remote-mirrors.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import { keptDraft } from '../../console/forms/drafts.ts';
import type { Values } from '../../console/forms/form-draft.svelte.ts';
import {
  FieldError,
  mono,
  optionsOf,
  part,
  type DeclaredField,
  type Form,
  type Options,
} from '../../console/forms/form-spec.ts';
import KeyInput from '../../console/forms/inputs/KeyInput.svelte';
import { typedText } from '../../console/forms/typed-text.ts';
import { planAndApply } from '../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../stores/context.ts';
import {
  acceptHostKeys,
  checkHostKeys,
  checkMirrors,
  enabledMirrors,
  knownProjects,
} from '../../stores/watches/remote-mirrors.svelte.ts';
import { nameOf, pathOf } from './mirror-actions.ts';
import { bodyOf, faultOfUrl, formOf, foundIn, hostOf, mirrorForm, sentUrl, type MirrorForm } from './mirror-form.ts';
import type { Mirror } from './mirrors-list.ts';

const words = remoteMirrors.form;

interface Target {
  /** The mirror to edit; null: a new one. */
  entry: Pick<Scoped<Mirror>, 'row' | 'scope'> | null;
  /** The project of a new mirror; null: the person chooses it in the form. */
  project: Scope | null;
}

/** Creates or edits a remote mirror. */
export function form(stores: Stores, { entry, project }: Target): Form<MirrorForm> {
  const { session } = stores;
  const before = entry === null ? null : formOf(entry.row);
  const name = entry === null ? `mirrors.create ${project ?? ''}` : `mirrors.edit ${entry.scope} ${entry.row.id}`;
  const schema = mirrorForm(entry === null);
  const initial: MirrorForm = {
    ...(before ?? formOf({ id: 0, auth_method: 'password', enabled: true })),
    ...{ scope: entry?.scope ?? project ?? '', url: entry?.row.url ?? '', username: '', password: '', host_keys: '' },
  };
  const draft = keptDraft(stores, name, schema, initial);
  let projects = $state.raw<Options>([]);
  let enabledCount = $state<number | null>(null);
  let lines = $state.raw<readonly HostKeyLine[]>([]);
  const scope = $derived(typedText(draft.values['scope']));
  const fullReason = $derived(
    draft.values['enabled'] === true && before?.enabled !== true && (enabledCount ?? 0) >= mostEnabledMirrors
      ? remoteMirrors.why.full(mostEnabledMirrors)
      : null,
  );
  let newest = 0;

  async function check({ host_keys, url }: Values): Promise<readonly HostKeyLine[]> {
    const mine = (newest += 1);
    const text = typedText(host_keys);
    const found = text.trim() === '' ? [] : (await checkHostKeys(session, hostOf(typedText(url)), text)).lines;
    if (mine === newest) lines = found;
    return found;
  }
  const keys = { name: 'host_keys', lines: 3, privateKey: words.privateKey, check, found: () => foundIn(lines) };
  const hostKeys = part(KeyInput, keys);

  if (entry === null && project === null)
    void knownProjects(session).then(
      (known) => (projects = known.map(({ scope: value, name: label }) => ({ value, label: visibleText(label) }))),
      () => undefined,
    );
  $effect(() => {
    const of = scope;
    if (of === '') return;
    void enabledMirrors(session, of).then((count) => {
      if (of === scope) enabledCount = count;
    });
  });

  const ofNew = ({ auth_method, url }: Values): DeclaredField<MirrorForm>[] => [
    ...(project === null ? [projectField(projects)] : []),
    {
      name: 'url',
      help: words.urlHelp,
      error: faultOfUrl(typedText(url)) === 'urlPassword' ? words.urlPassword : null,
      control: mono,
    },
    authField(auth_method),
    ...(auth_method === 'password' ? passwordFields : []),
  ];
  return {
    name,
    title: entry === null ? words.createTitle : words.editTitle(nameOf(entry)),
    text: entry === null ? words.createText : `${entry.row.url ?? ''} ${words.urlFixed}`,
    schema,
    initial,
    fields: (values) => [
      ...(entry === null ? ofNew(values) : [authField(values['auth_method'])]),
      {
        name: 'host_keys',
        help: entry === null ? words.hostKeysHelp : `${words.hostKeysHelp} ${words.hostKeysReplace}`,
        control: { kind: 'custom', input: hostKeys },
      },
      { name: 'branchChoice', control: { kind: 'choice', options: optionsOf(words.branches) } },
      ...(values['branchChoice'] === 'regex' ? [regexField] : []),
      { name: 'keep_divergent_refs', help: words.divergentHelp },
      {
        name: 'enabled',
        help: fullReason ?? (enabledCount === null ? undefined : words.enabledHelp(enabledCount, mostEnabledMirrors)),
      },
    ],
    labels: words.labels,
    submitLabel: entry === null ? words.create : words.save,
    get unreadyReason() {
      return fullReason;
    },
    async submit(_, changed) {
      const values = { ...initial, ...changed };
      const found = await check(values);
      const [problem] = foundIn(found).filter(({ tone }) => tone === 'bad');
      if (problem !== undefined) throw new FieldError('host_keys', problem.text);
      const sent = found.flatMap(({ send }) => send ?? []);
      const body = bodyOf(values, sent, before);
      if (entry !== null && Object.keys(body).length === 0) return { kind: 'unchanged' };
      const title = entry === null ? (hostOf(values.url) ?? values.url) : nameOf(entry);
      const outcome = await planAndApply(stores, {
        calls: [
          entry === null
            ? {
                op: 'remote-mirrors.create',
                path: { id: readScope(values.scope)?.ref ?? '' },
                body: { ...body, url: sentUrl(values) },
              }
            : { op: 'remote-mirrors.edit', path: pathOf(entry), body },
        ],
        title: () => (entry === null ? words.createTitle : words.editTitle(title)),
        done: () => (entry === null ? words.created(title) : words.edited(title)),
        fields: ['url', 'host_keys', 'mirror_branch_regex', 'auth_method', 'base'],
      });
      checkMirrors(session, [values.scope]);
      if (outcome.kind === 'applied' && entry !== null && sent.length > 0) {
        const prints = found.flatMap(({ sha256 }) => sha256 ?? []);
        void acceptHostKeys(session, { scope: entry.scope, id: entry.row.id }, prints).catch(() => undefined);
      }
      return outcome;
    },
    isWide: true,
    isNew: entry === null,
  };
}

const projectField = (projects: Options): DeclaredField<MirrorForm> => ({
  name: 'scope',
  control: { kind: 'select', options: [{ value: '', label: words.choose }, ...projects] },
});
const authField = (auth: unknown): DeclaredField<MirrorForm> => ({
  name: 'auth_method',
  help: auth === 'ssh_public_key' ? words.sshHelp : undefined,
  control: { kind: 'choice', options: optionsOf(words.auth) },
});
const passwordFields: DeclaredField<MirrorForm>[] = [
  'username',
  { name: 'password', help: words.passwordHelp, control: { kind: 'secret' } },
];
const regexField = { name: 'mirror_branch_regex', help: words.regexHelp, control: mono } as const;
