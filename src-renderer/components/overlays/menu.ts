import type { Component } from 'svelte';

/** One line of a menu. */
export type MenuEntry =
  | {
      kind?: 'item';
      id: string;
      label: string;
      icon?: Component | undefined;
      /** With it the line shows a tick or room for one. */
      isChecked?: boolean | undefined;
      isBad?: boolean | undefined;
      /** Written under the label; the line stays reachable but does nothing. */
      disabledReason?: string | null | undefined;
      keys?: string | undefined;
      run: () => void;
    }
  | { kind: 'separator'; id: string }
  | { kind: 'heading'; id: string; label: string };
