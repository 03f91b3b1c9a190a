import type { LucideIconData } from '@lucide/icons';

/** An entry of a menu. */
export type MenuEntry =
  | {
      kind?: 'item';
      id: string;
      label: string;
      icon?: LucideIconData | undefined;
      /** If set, the entry can have a check mark. */
      isChecked?: boolean | undefined;
      isBad?: boolean | undefined;
      /** Shown below the label. The entry can be focused but does nothing. */
      disabledReason?: string | null | undefined;
      keys?: string | undefined;
      run: () => void;
    }
  | { kind: 'separator'; id: string }
  | { kind: 'heading'; id: string; label: string };
