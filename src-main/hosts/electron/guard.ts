import { app, dialog, session } from 'electron';
import { isOwnPage } from '#main/hosts/page.ts';
import { unloadQuestion } from '#main/hosts/windows/unload-question.ts';

const allowed = 'clipboard-sanitized-write';

/**
 * Forbid navigation to other origins, embedded pages, downloads, and all permissions except writing to the clipboard. A
 * link that opens a new window works only for the origin of the page.
 */
export function restrictWebContents(openOwn: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      if (isOwnPage(url)) openOwn(url);
      return { action: 'deny' };
    });
    contents.on('will-prevent-unload', (event) => {
      if (dialog.showMessageBoxSync(unloadQuestion) === 0) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    const stay = (event: { url: string; preventDefault(): void }) => isOwnPage(event.url) || event.preventDefault();
    contents.on('will-frame-navigate', stay);
    contents.on('will-redirect', stay);
  });
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  const isAllowed = (permission: string, url: string) => permission === allowed && isOwnPage(url);
  session.defaultSession.setPermissionRequestHandler((contents, permission, answer) =>
    answer(isAllowed(permission, contents.getURL())),
  );
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin));
}
