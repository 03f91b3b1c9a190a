declare module '@lucide/icons/icons/*' {
  import type { LucideIconData } from '@lucide/icons';
  const icon: LucideIconData;
  export default icon;
}
