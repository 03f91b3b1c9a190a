import { onMount } from 'svelte';
import { z } from 'zod';
import { DeploymentCreate } from '#shared/contract/deployments.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { deploymentForms } from '#shared/text/en/deployment-forms.ts';
import { visibleText } from '../../../components/text/visible-text.ts';
import { part, type Form } from '../../../console/forms/form-spec.ts';
import { typedText } from '../../../console/forms/typed-text.ts';
import { whereOf } from '../../../console/scope.ts';
import type { Stores } from '../../../stores/context.ts';
import { missingCommits } from '../../../stores/project/files/missing-commits.ts';
import { projectRefs } from '../../../stores/project/branches/project-refs.svelte.ts';
import { statusControl } from './change-status.ts';
import CommitInput from './CommitInput.svelte';

const words = deploymentForms.create;

const schema = DeploymentCreate.extend({
  sha: z
    .string(words.shaInvalid)
    .trim()
    .regex(/^[0-9a-f]{7,64}$/i, words.shaInvalid),
});

/** Whether an environment has this name; also true if there is no name, or if no environments are known. */
function isKnown(name: string, environments: readonly string[]): boolean {
  const wanted = name.trim().toLowerCase();
  return wanted === '' || environments.length === 0 || environments.some((one) => one.toLowerCase() === wanted);
}

/** Creates a deployment in a project. `environments`: the names of known environments. */
export function form(
  stores: Stores,
  { scope, environments }: { scope: Scope; environments: readonly string[] },
): Form<z.infer<typeof schema>> {
  const refs = projectRefs(stores.session, scope);
  onMount(() => refs.follow());
  const commit = { kind: 'custom', input: part(CommitInput, { scope }) } as const;
  return {
    name: `deployments.create ${scope}`,
    get title() {
      return words.title(whereOf(stores, scope));
    },
    text: words.text,
    schema,
    initial: { tag: false },
    fields: (values) => {
      const isUnknown = !isKnown(typedText(values['environment']), environments);
      return [
        {
          name: 'environment',
          control: { kind: 'suggest', known: environments },
          ...(isUnknown && { note: words.environmentUnknown }),
        },
        { name: 'ref', control: { kind: 'suggest', known: refs.value?.names ?? [] } },
        'tag',
        { name: 'sha', help: words.shaHelp, control: commit },
        { name: 'status', help: words.statusHelp, control: statusControl },
      ];
    },
    labels: words.labels,
    submitLabel: words.button,
    change(_, body) {
      const name = visibleText(body.environment ?? '', 80);
      return {
        calls: [{ op: 'deployments.create', path: { id: readScope(scope)?.ref ?? '' }, body }],
        title: () => words.one(name),
        done: () => words.done(name),
        consequence: words.consequence,
        explainsRefusals: true,
      };
    },
    async refusedAt(failure, { sha = '' }) {
      if (failure.status !== 400) return undefined;
      const [missing] = await missingCommits(stores.session, scope, [sha]);
      return missing === undefined ? undefined : { field: 'sha', message: words.shaNotFound(missing) };
    },
    isNew: true,
  };
}
