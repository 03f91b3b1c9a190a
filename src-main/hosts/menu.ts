import { hosts } from '#shared/text/en/hosts.ts';

/** The menu has windows and the standard items of the system. All other commands are in the window and its palette. */
export function menuOf({ isMac, newWindow }: { isMac: boolean; newWindow: () => void }) {
  const separator = { type: 'separator' } as const;
  const role = <R extends string>(name: R) => ({ role: name });
  const open = { label: hosts.menu.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: newWindow };
  const zoom = [role('resetZoom'), role('zoomIn'), role('zoomOut')];
  return [
    ...(isMac ? [role('appMenu')] : []),
    { ...role('fileMenu'), submenu: [open, separator, role(isMac ? 'close' : 'quit')] },
    role('editMenu'),
    { ...role('viewMenu'), submenu: [role('reload'), separator, ...zoom, separator, role('togglefullscreen')] },
    role('windowMenu'),
  ];
}
