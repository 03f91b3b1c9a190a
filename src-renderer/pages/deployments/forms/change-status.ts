import type { z } from 'zod';
import { DeploymentEdit, settableStatuses } from '#shared/contract/deployments.ts';
import { deploymentForms } from '#shared/text/en/deployment-forms.ts';
import type { Form } from '../../../console/forms/form-spec.ts';
import type { Stores } from '../../../stores/context.ts';
import { nameOf, pathOf, type PickedDeployments } from './deployment-actions.ts';

const words = deploymentForms.change;
const op = 'deployments.edit';

export const statusControl = {
  kind: 'choice',
  options: settableStatuses.map((value) => ({ value, label: deploymentForms.status(value) })),
} as const;

/** Changes the status of deployments. */
export function form(_: Stores, picked: PickedDeployments): Form<z.infer<typeof DeploymentEdit>> {
  const only = picked.count === 1 ? picked.rows[0] : undefined;
  const current = settableStatuses.find((one) => one === only?.row.status);
  const help = only !== undefined && current === undefined ? { help: words.noWayBack } : {};
  return {
    name: only === undefined ? 'deployments.edit several' : `deployments.edit ${only.scope} ${only.row.id}`,
    title: only === undefined ? words.title(picked.count) : words.titleOne(nameOf(only.row)),
    text: only === undefined ? `${words.textMany} ${words.text}` : words.text,
    schema: DeploymentEdit,
    initial: current === undefined ? {} : { status: current },
    fields: [{ name: 'status', control: statusControl, ...help }],
    labels: { status: words.field },
    submitLabel: words.button(picked.count),
    change(_changed, body) {
      const shown = deploymentForms.status(body.status ?? '');
      return {
        ...(only === undefined
          ? { onRows: { op, collection: 'deployments', selection: picked.selection, body } }
          : { calls: [{ op, path: pathOf(only), body, seen: { status: only.row.status } }] }),
        title: (n) => words.plan(n, shown),
        done: ({ label }) => words.done(label, shown),
      };
    },
  };
}
