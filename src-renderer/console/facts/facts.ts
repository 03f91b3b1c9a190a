import type { Snippet } from 'svelte';
import type { Shown, ValueFormat } from './value-parts.ts';

/** A label with its value. Null, undefined and '' are missing values. */
export interface Fact {
  /** Key of the fact, if the list of facts can change. */
  name?: string;
  label: string;
  value?: unknown;
  format?: ValueFormat | undefined;
  /** What is shown instead of the value in its format. */
  shown?: string | Shown;
  /** Renders the value instead of its format. */
  draw?: Snippet<[Fact]> | undefined;
  /** The label is the platform's name of the field, shown unchanged. */
  isRaw?: boolean;
  /** Only for a side panel: shown in small letters below the value. */
  note?: string | undefined;
  /** Shows a button that copies the value. A side panel always shows it. */
  hasCopy?: boolean;
  /** Only for a side panel: see `PanelValue`. */
  isNullNever?: boolean | undefined;
  isWhole?: boolean | undefined;
  textOf?: ((this: void, value: unknown) => string) | undefined;
}

/** A list of facts. False and null are left out. */
export type Facts = readonly (Fact | false | null)[];

export function shownFacts(facts: Facts): Fact[] {
  return facts.filter((fact) => fact !== false && fact !== null);
}
