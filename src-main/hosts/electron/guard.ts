import { app, session } from 'electron';
import { isOwnPage } from './page-scheme.ts';

/** The one thing besides drawing that the page may do. */
const allowed = 'clipboard-sanitized-write';

/** Nothing leaves the page: no navigation, no further window, no embedded page, no permission but writing the clipboard. */
export function guardEverything(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      if (!isOwnPage(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => {
      if (!isOwnPage(event.url)) event.preventDefault();
    });
  });
  session.defaultSession.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permission === allowed && isOwnPage(contents.getURL())),
  );
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === allowed && isOwnPage(origin),
  );
}
