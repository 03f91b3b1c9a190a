import type { Component } from 'svelte';

/** A button of the panel of a mirror. */
export interface MirrorAction {
  id: string;
  label: string;
  icon?: Component | undefined;
  disabledReason: string | null;
  run: () => void;
}
