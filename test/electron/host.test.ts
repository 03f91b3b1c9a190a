import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wantedFuses } from '../../build/package/fuses.ts';
import { argv, data, freshDesktop, load, started, useHost, world } from './host-rig.ts';

useHost();

test('the main module finishes loading before the app is ready', async () => {
  const desktop = await load();
  expect(desktop.windows).toHaveLength(0);
  expect(desktop.calls).toContain('enableSandbox');
  expect(desktop.schemes).toEqual([
    { scheme: 'reeve-app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
});

test('the window is sandboxed and loads the page of its own scheme', async () => {
  const { window } = await started();
  expect(window.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  });
  expect(window.webContents.url).toBe('reeve-app://app/#/');
  expect(world.fake.nativeTheme.themeSource).toBe('dark');
});

test('every loaded page gets one port, which transfers only text to the core', async () => {
  const { window } = await started();
  window.webContents.emit('did-finish-load');
  window.webContents.emit('did-finish-load');
  expect(world.wires).toHaveLength(2);
  const [{ channel, ports: [port] } = { channel: '', ports: [] }] = window.webContents.posted;
  expect(channel).toBe('reeve:port');
  const received: string[] = [];
  const answers: unknown[] = [];
  let isClosed = false;
  port?.on('message', ({ data: text }: { data: unknown }) => answers.push(text));
  port?.start();
  port?.postMessage('before anybody listens');
  world.wires[0]?.onText((text) => received.push(text));
  world.wires[0]?.onClose(() => (isClosed = true));
  port?.postMessage({ not: 'text' });
  world.wires[0]?.send('back');
  port?.close();
  expect(received).toEqual(['before anybody listens']);
  expect(answers).toEqual(['back']);
  expect(isClosed).toBe(true);
});

test('a page of another origin gets no port', async () => {
  const { window } = await started();
  window.webContents.url = 'https://evil.example/';
  window.webContents.emit('did-finish-load');
  window.webContents.url = 'reeve-app://app.evil.example/';
  window.webContents.emit('did-finish-load');
  expect(world.wires).toHaveLength(0);
  expect(window.webContents.posted).toHaveLength(0);
});

test('navigation, windows of other pages and embedded pages are denied', async () => {
  const { window } = await started();
  const denied = (name: string, url: string): boolean => {
    let isDenied = false;
    window.webContents.emit(name, { url, preventDefault: () => (isDenied = true) });
    return isDenied;
  };
  expect(denied('will-frame-navigate', 'https://evil.example/')).toBe(true);
  expect(denied('will-frame-navigate', 'file:///etc/passwd')).toBe(true);
  expect(denied('will-redirect', 'https://evil.example/')).toBe(true);
  expect(denied('will-attach-webview', '')).toBe(true);
  expect(denied('will-frame-navigate', 'reeve-app://app/#/users')).toBe(false);
  expect(window.webContents.openHandler?.({ url: 'https://evil.example/' })).toEqual({ action: 'deny' });
});

test('a link of the page that asks for a window of its own gets one beside the first', async () => {
  const { desktop, window } = await started();
  window.bounds = { x: 100, y: 50, width: 1000, height: 700 };
  const link = 'reeve-app://app/?i=p2&s=group%3A5#/runners/7';
  expect(window.webContents.openHandler?.({ url: link })).toEqual({ action: 'deny' });
  const [, second] = desktop.windows;
  expect(second?.webContents.url).toBe(link);
  expect(second?.options).toMatchObject({ x: 132, y: 82, width: 1000, height: 700 });
  second?.webContents.emit('did-finish-load');
  expect(world.shown).toEqual(['p2']);
});

test('New Window shows the same as the window in front', async () => {
  const { desktop, window } = await started();
  window.webContents.url = 'reeve-app://app/?i=p1#/users';
  const entry = desktop.menu.flatMap(({ submenu = [] }) => submenu).find(({ label }) => label === 'New Window');
  expect(entry?.accelerator).toBe('CmdOrCtrl+Shift+N');
  entry?.click?.();
  const [, second] = desktop.windows;
  if (second === undefined) throw new Error('no second window');
  expect(second.webContents.url).toBe('reeve-app://app/?i=p1#/users');
  second.webContents.url = 'reeve-app://app/?i=p2#/runners';
  second.isFocused = true;
  entry?.click?.();
  expect(desktop.windows[2]?.webContents.url).toBe('reeve-app://app/?i=p2#/runners');
});

test('a link changes the page of the window in front, and not what it shows', async () => {
  const { window } = await started();
  window.webContents.url = 'reeve-app://app/?i=p1&s=project%3A7#/users';
  world.fake.app.emit('open-url', { preventDefault: () => undefined }, 'reeve://runners/42');
  expect(window.webContents.url).toBe('reeve-app://app/?i=p1&s=project%3A7#/runners/42');
});

test('links are opened with arguments that cannot be switches', async () => {
  const { desktop } = await started();
  expect(desktop.calls).toContain('client of reeve with --');
});

test('a link cannot contain switches', async () => {
  process.argv = [...argv, '--', 'reeve://users', '--data=/elsewhere', '--no-auto-sync', '--remote-debugging-port=1'];
  world.fake.desktop.isPackaged = true;
  const { window } = await started();
  expect(window.webContents.url).toBe('reeve-app://app/#/users');
  expect(world.ports?.paths.data).toBe(data);
  expect(world.options?.isAutomatic).toBe(true);
  world.fake.app.emit('second-instance', {}, ['reeve', '--', 'reeve://runners" --data=/elsewhere', 'reeve://keys']);
  expect(window.webContents.url).toBe(
    `reeve-app://app/#/open?link=${encodeURIComponent('reeve://runners" --data=/elsewhere')}`,
  );
});

test.each([['remote-debugging-port'], ['remote-debugging-pipe'], ['remote-debugging-port', 'remote-debugging-pipe']])(
  'packaged, Reeve does not start with --%s',
  async (...names) => {
    for (const name of names) world.fake.desktop.switches[name] = '9222';
    world.fake.desktop.isPackaged = true;
    const desktop = await load();
    // Chromium reads the switches after the main module, so that it opens no port while the message is shown
    expect(Object.keys(desktop.switches)).toEqual(['data']);
    desktop.becomeReady();
    await expect.poll(() => desktop.exits).toEqual([2]);
    expect(desktop.errors).toEqual([expect.stringContaining(`--${names.join(', --')} isn’t allowed`)]);
    expect(world.ports).toBeUndefined();
  },
);

test('from a checkout, Reeve can be debugged', async () => {
  world.fake.desktop.switches['remote-debugging-port'] = '9222';
  const { desktop } = await started();
  expect(Object.keys(desktop.switches)).toEqual(['data', 'remote-debugging-port']);
});

test('the file with the places of windows has no search text', async () => {
  const { window } = await started();
  window.webContents.url = 'reeve-app://app/?i=p1&s=project%3A7#/users?view=%7B%22search%22%3A%22jane%22%7D';
  world.fake.app.emit('before-quit', { preventDefault: () => undefined });
  const [place] = JSON.parse(readFileSync(join(data, 'window', 'place.json'), 'utf8')) as { address: string }[];
  expect(place?.address).toBe('/?i=p1&s=project%3A7#/users');
});

test('all windows that were open come back with what they showed', async () => {
  const { desktop, window } = await started();
  window.bounds = { x: 300, y: 200, width: 1000, height: 700 };
  window.webContents.url = 'reeve-app://app/?i=p1#/users';
  for (const url of ['reeve-app://app/?i=p2#/runners', 'reeve-app://app/?i=p3#/keys']) {
    window.webContents.openHandler?.({ url });
  }
  // A person closes one of three, then the program
  const [, , third] = desktop.windows;
  if (third !== undefined) world.fake.close(third);
  world.fake.app.emit('before-quit', { preventDefault: () => undefined });
  for (const open of [...desktop.windows]) world.fake.close(open);
  world.fake.app.emit('before-quit', { preventDefault: () => undefined });

  freshDesktop();
  world.fake.desktop.displays[0] = { workArea: { x: 0, y: 0, width: 1400, height: 900 } };
  const again = await load();
  again.becomeReady();
  await expect.poll(() => again.windows.length).toBe(2);
  expect(again.windows.map(({ webContents }) => webContents.url).sort()).toEqual([
    'reeve-app://app/?i=p1#/users',
    'reeve-app://app/?i=p2#/runners',
  ]);
  const first = again.windows.find(({ webContents }) => webContents.url.endsWith('users'));
  expect(first?.options).toMatchObject({ x: 300, y: 200, width: 1000, height: 700 });
});

test('the place that an earlier version kept is used', async () => {
  mkdirSync(join(data, 'window'));
  const place = { x: 300, y: 200, width: 1000, height: 700, isMaximized: false };
  writeFileSync(join(data, 'window', 'place.json'), JSON.stringify(place));
  const { window } = await started();
  expect(window.options).toMatchObject({ x: 300, y: 200, width: 1000, height: 700 });
  expect(window.webContents.url).toBe('reeve-app://app/#/');
});

test('the page may write the clipboard and nothing else', async () => {
  const { desktop, window } = await started();
  const asked = (permission: string) => {
    let answer: boolean | undefined;
    desktop.permissionRequest?.(window.webContents, permission, (is) => (answer = is));
    return [answer, desktop.permissionCheck?.(null, permission, 'reeve-app://app')];
  };
  expect(asked('clipboard-sanitized-write')).toEqual([true, true]);
  for (const permission of ['clipboard-read', 'media', 'geolocation', 'notifications', 'openExternal', 'fullscreen']) {
    expect(asked(permission), permission).toEqual([false, false]);
  }
  expect(desktop.permissionCheck?.(null, 'clipboard-sanitized-write', 'https://evil.example')).toBe(false);
});

test('a page downloads nothing by itself', async () => {
  const { desktop } = await started();
  let isPrevented = false;
  desktop.session.emit('will-download', { preventDefault: () => (isPrevented = true) });
  expect(isPrevented).toBe(true);
});

test.each([
  [true, false],
  [false, true],
])('packaged %s, the tools for developers are there: %s', async (isPackaged, devTools) => {
  world.fake.desktop.isPackaged = isPackaged;
  const { window } = await started();
  expect(window.options.webPreferences).toMatchObject({ devTools });
});

test('the packaged app gives file:// pages no additional rights', () => {
  expect(wantedFuses.GrantFileProtocolExtraPrivileges).toBe(false);
});

test('the person chooses where an export goes; the downloads folder is suggested', async () => {
  const { desktop } = world.fake;
  desktop.paths.set('downloads', '/home/me/Downloads');
  const { machinePorts } = await import('#main/hosts/machine.ts');
  const { electronPorts } = await import('#main/hosts/electron/ports.ts');
  const { buildPathsOf } = await import('#main/hosts/build-paths.ts');
  const { exports } = electronPorts(buildPathsOf('file:///main.js'), machinePorts(data), () => undefined);
  expect(await exports.place('reeve-journal.json')).toBeNull();
  desktop.saveAs = '/media/stick/journal.json';
  expect(await exports.place('reeve-journal.json')).toBe(desktop.saveAs);
  expect(await exports.finish([desktop.saveAs])).toEqual([]);
  expect(desktop.saveAsked[0]).toEqual({ defaultPath: join('/home/me/Downloads', 'reeve-journal.json') });
});

test('the scheme serves the page under the policy, for its own origin, and for reading', async () => {
  const { desktop } = await started();
  const ask = async (url: string, method = 'GET') => {
    const response = await desktop.handlers.get('reeve-app')?.({ url, method } as Request);
    if (response === undefined) throw new Error('no handler');
    return response;
  };
  const page = await ask('reeve-app://app/');
  expect(await page.text()).toBe('<html data-theme="dark" data-density="default" lang="en"></html>');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await ask('reeve-app://other/')).status).toBe(403);
  expect((await ask('reeve-app://app/', 'POST')).status).toBe(405);
  expect((await ask('reeve-app://app/%2e%2e/place.json')).status).toBe(404);
});

test('a second start hands its link over and ends', async () => {
  world.fake.desktop.isFirst = false;
  const desktop = await load();
  desktop.becomeReady();
  expect(desktop.calls).toContain('quit');
  expect(desktop.windows).toHaveLength(0);

  freshDesktop();
  const first = await started();
  first.window.isMin = true;
  world.fake.app.emit('second-instance', {}, ['reeve', '--flag', 'reeve://users/7?tab=keys']);
  expect(first.window.webContents.url).toBe('reeve-app://app/#/users/7?tab=keys');
  expect(first.window.isMin).toBe(false);
  expect(first.window.focused).toBe(1);
});

test('a link that comes before the window is there opens it there', async () => {
  process.argv = [...argv, 'reeve://activity'];
  const { window } = await started();
  expect(window.webContents.url).toBe('reeve-app://app/#/activity');
});

test.each(['reeve://i/code.example.com/p/7/issues/3', 'reeve:users', 'reeve://users.evil.example/'])(
  'the window reads %s and says what is wrong with it',
  async (link) => {
    const { window } = await started();
    world.fake.app.emit('open-url', { preventDefault: () => undefined }, link);
    expect(window.webContents.url).toBe(`reeve-app://app/#/open?link=${encodeURIComponent(link)}`);
  },
);

test('a window with unsaved input is left only after the question', async () => {
  const { window } = await started();
  const { desktop } = world.fake;
  const isLeft = (): boolean => {
    let isAnyway = false;
    window.webContents.emit('will-prevent-unload', { preventDefault: () => (isAnyway = true) });
    return isAnyway;
  };
  expect(isLeft()).toBe(false);
  desktop.answer = 0;
  expect(isLeft()).toBe(true);
  expect(desktop.questions).toEqual(['Discard unsaved input?', 'Discard unsaved input?']);
});

test('a link that is not of Reeve leaves the window where it is', async () => {
  const { window } = await started();
  const before = window.webContents.url;
  for (const link of ['https://evil.example/', 'javascript:alert(1)', '']) {
    world.fake.app.emit('open-url', { preventDefault: () => undefined }, link);
    expect(window.webContents.url, link).toBe(before);
  }
});

test('the window comes back where it was, but not on a display that is gone', async () => {
  const { window } = await started();
  window.bounds = { x: 300, y: 200, width: 1000, height: 700 };
  window.isMax = true;
  world.fake.close(window);
  expect(existsSync(join(data, 'window', 'place.json'))).toBe(true);

  world.fake.app.emit('activate');
  const [second] = world.fake.desktop.windows;
  expect(second?.options).toMatchObject({ x: 300, y: 200, width: 1000, height: 700 });
  expect(second?.isMax).toBe(true);
  if (second !== undefined) world.fake.close(second);

  world.fake.desktop.displays.splice(0, 1, { workArea: { x: 5000, y: 0, width: 1920, height: 1080 } });
  world.fake.app.emit('activate');
  const [third] = world.fake.desktop.windows;
  expect(third?.options.x).toBeUndefined();
  expect(third?.options).toMatchObject({ width: 1000, height: 700 });
});

test('a damaged place file is ignored', async () => {
  mkdirSync(join(data, 'window'));
  writeFileSync(join(data, 'window', 'place.json'), '{"width": -5}');
  const { window } = await started();
  expect(window.options).toMatchObject({ width: 1440, height: 900 });
});

test('the core is closed before the app ends', async () => {
  const { desktop } = await started();
  let held = 0;
  // The second time while the core is being closed
  for (const _ of [1, 2]) world.fake.app.emit('will-quit', { preventDefault: () => (held += 1) });
  expect([held, desktop.exits]).toEqual([2, []]);
  await expect.poll(() => desktop.exits).toEqual([0]);
  expect(world.closed).toBe(1);
});

test('a folder that is in use is reported in a dialog, and the app ends', async () => {
  world.isBusy = true;
  const desktop = await load();
  desktop.becomeReady();
  await expect.poll(() => desktop.exits).toEqual([3]);
  expect(desktop.errors[0]).toContain('process 7');
  expect(desktop.windows).toHaveLength(0);
});

test('the preload hands over the port and exposes nothing', () => {
  const source = readFileSync('src-main/hosts/electron/preload.ts', 'utf8');
  expect(source).not.toMatch(/contextBridge|exposeInMainWorld|require\(/);
  expect(source.match(/ipcRenderer\.\w+/g)).toEqual(['ipcRenderer.on']);
});
