import type { Component } from 'svelte';

/** One line of a menu, or a rule between two groups. A reason why it cannot be chosen now disables it and is shown. */
export type MenuEntry =
  | {
      label: string;
      icon?: Component;
      hint?: string;
      disabledReason?: string | undefined;
      onselect: () => void;
    }
  | 'rule';
