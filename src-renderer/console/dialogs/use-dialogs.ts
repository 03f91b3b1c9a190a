import { onDestroy, untrack, type Component } from 'svelte';
import { useStores, type Stores } from '../../stores/context.ts';
import type { DialogContent } from '../../stores/window/open-dialogs.svelte.ts';
import type { Values } from '../forms/form-draft.svelte.ts';
import type { MakeForm } from '../forms/form-spec.ts';

/** Opens dialogs over the page. A dialog closes when the component that opened it is removed or opens another one. */
export interface Dialogs {
  /** Open a dialog component, which gets `onclose`: `dialogs.show(import('./EditSnippet.svelte'), snippet)`. */
  show<P extends { onclose: () => void }>(
    module: Promise<{ default: Component<P> }>,
    props: Omit<P, 'onclose'> & Partial<Pick<P, 'onclose'>>,
  ): void;
  /** Open a form that is defined as data: `dialogs.form(import('./edit-runner.ts'), row)`. */
  form<T, V extends Values>(module: Promise<{ form: MakeForm<T, V> }>, target: T): void;
}

/** Show a dialog that stays open when the calling component is removed, for example the result of a form. */
export function showDialog<P extends { onclose: () => void }>(
  { dialogs }: Stores,
  module: Promise<{ default: Component<P> }>,
  props: Omit<P, 'onclose'>,
): void {
  dialogs.open(module.then(({ default: component }) => [component, props] as unknown as DialogContent));
}

/** Returns the functions that open dialogs. Call it while a component is created. */
export function useDialogs(): Dialogs {
  const { dialogs } = useStores();
  let close = (): void => undefined;
  onDestroy(() => close());

  function open(content: Promise<readonly [unknown, object]>): void {
    untrack(() => {
      close();
      close = dialogs.open(content as Promise<DialogContent>);
    });
  }
  return {
    show: (module, props) => open(module.then(({ default: component }) => [component, props])),
    form: (module, target) =>
      open(
        Promise.all([module, import('../forms/FormHost.svelte')]).then(([{ form: make }, { default: FormHost }]) => [
          FormHost,
          { make, target },
        ]),
      ),
  };
}
