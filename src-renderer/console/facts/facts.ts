import type { Snippet } from 'svelte';
import type { Shown, ValueFormat } from './value-parts.ts';

/** A label with its value. Null, undefined and '' are missing values. */
export interface Fact {
  /** Identifies it among facts that change. */
  name?: string;
  label: string;
  value?: unknown;
  format?: ValueFormat | undefined;
  /** What is shown instead of the value in its format. */
  shown?: string | Shown;
  /** Draws the value instead. */
  draw?: Snippet<[Fact]> | undefined;
  /** The label is a name of the platform. */
  isRaw?: boolean;
  /** With a button that copies the value; the side panel always has it. */
  hasCopy?: boolean;
  /** In a side panel: see `PanelValue`. */
  isNullNever?: boolean | undefined;
  isWhole?: boolean | undefined;
  textOf?: ((this: void, value: unknown) => string) | undefined;
}

/** False or null: left out. */
export type Facts = readonly (Fact | false | null)[];

export function shownFacts(facts: Facts): Fact[] {
  return facts.filter((fact) => fact !== false && fact !== null);
}
