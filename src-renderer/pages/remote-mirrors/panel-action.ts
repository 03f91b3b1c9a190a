import type { LucideIconData } from '@lucide/icons';

/** A button of the panel of a mirror. */
export interface MirrorAction {
  id: string;
  label: string;
  icon?: LucideIconData | undefined;
  disabledReason: string | null;
  run: () => void;
}
