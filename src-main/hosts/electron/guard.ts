import { app, session } from 'electron';
import { isOwnPage } from './page-scheme.ts';

/** The one thing besides drawing that the page may do. */
const allowed = 'clipboard-sanitized-write';

/**
 * Nothing leaves the page: no navigation, no embedded page, no download, and of permissions only the clipboard. A link
 * that asks for a window of its own gets one, if it stays within the page.
 */
export function restrictWebContents(openOwn: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      if (isOwnPage(url)) openOwn(url);
      return { action: 'deny' };
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    const stay = (event: { url: string; preventDefault(): void }) => isOwnPage(event.url) || event.preventDefault();
    contents.on('will-frame-navigate', stay);
    contents.on('will-redirect', stay);
  });
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  session.defaultSession.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permission === allowed && isOwnPage(contents.getURL())),
  );
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === allowed && isOwnPage(origin),
  );
}
