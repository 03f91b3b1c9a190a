import { EventEmitter } from 'node:events';

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A channel end as both sides of Electron see it: queued until started, closed together with its other end. */
export class FakePort extends EventEmitter {
  other: FakePort | undefined;
  #queue: unknown[] = [];
  #isStarted = false;
  postMessage(data: unknown): void {
    this.other?.receive(data);
  }
  start(): void {
    this.#isStarted = true;
    for (const data of this.#queue.splice(0)) this.emit('message', { data });
  }
  receive(data: unknown): void {
    if (this.#isStarted) this.emit('message', { data });
    else this.#queue.push(data);
  }
  close(): void {
    this.other?.emit('close');
    this.emit('close');
  }
}

export class FakeContents extends EventEmitter {
  url = '';
  posted: { channel: string; ports: FakePort[] }[] = [];
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  getURL(): string {
    return this.url;
  }
  postMessage(channel: string, _message: unknown, ports: FakePort[]): void {
    this.posted.push({ channel, ports });
  }
  reloads = 0;
  reload(): void {
    this.reloads++;
  }
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
}

type PermissionHandler = (contents: { getURL(): string }, permission: string, answer: (is: boolean) => void) => void;
type PermissionCheck = (contents: null, permission: string, origin: string) => boolean;
type SchemeHandler = (request: Request) => Promise<Response>;

interface WindowOptions extends Partial<Rectangle> {
  webPreferences: Record<string, unknown>;
}

export class FakeWindow extends EventEmitter {
  webContents = new FakeContents();
  options: WindowOptions;
  bounds: Rectangle;
  isShown = false;
  /** It is closed before its page is loaded. */
  isClosedEarly = false;
  isMax = false;
  isMin = false;
  focused = 0;
  /** It is the one in front, of several. */
  isFocused = false;
  constructor(options: WindowOptions) {
    super();
    this.options = options;
    this.bounds = { x: options.x ?? 10, y: options.y ?? 10, width: options.width ?? 0, height: options.height ?? 0 };
  }
  async loadURL(url: string): Promise<void> {
    this.webContents.url = url;
    if (this.isClosedEarly) throw new Error('ERR_FAILED (-2)');
  }
  show(): void {
    this.isShown = true;
  }
  focus(): void {
    this.focused++;
  }
  maximize(): void {
    this.isMax = true;
  }
  isMaximized(): boolean {
    return this.isMax;
  }
  isMinimized(): boolean {
    return this.isMin;
  }
  restore(): void {
    this.isMin = false;
  }
  getNormalBounds(): Rectangle {
    return this.bounds;
  }
  isDestroyed(): boolean {
    return false;
  }
  destroy(): void {
    this.emit('destroyed');
  }
}

export interface MenuItem {
  label?: string;
  accelerator?: string;
  click?: () => void;
  submenu?: MenuItem[];
}

/** An icon in the tray. */
export class FakeTray extends EventEmitter {
  image: Buffer;
  tip = '';
  menu: MenuItem[] = [];
  isDestroyed = false;
  constructor(image: Buffer) {
    super();
    this.image = image;
  }
  setImage(image: Buffer): void {
    this.image = image;
  }
  setToolTip(tip: string): void {
    this.tip = tip;
  }
  setContextMenu(menu: MenuItem[]): void {
    this.menu = menu;
  }
  destroy(): void {
    this.isDestroyed = true;
  }
}

/** What the host did to the desktop, and what the desktop can do to the host. */
export interface Desktop {
  becomeReady: () => void;
  isFirst: boolean;
  isPackaged: boolean;
  switches: Record<string, string>;
  displays: { workArea: Rectangle }[];
  windows: FakeWindow[];
  menu: MenuItem[];
  trays: FakeTray[];
  schemes: { scheme: string; privileges: Record<string, boolean> }[];
  handlers: Map<string, SchemeHandler>;
  paths: Map<string, string>;
  calls: string[];
  errors: string[];
  questions: string[];
  answer: number;
  /** The person chooses this button of a question that does not block Reeve. Undefined: no button. */
  choice: string | undefined;
  shownFiles: string[];
  exits: number[];
  permissionRequest: PermissionHandler | undefined;
  permissionCheck: PermissionCheck | undefined;
  /** Emits the events of the pages' session. */
  session: EventEmitter;
  /** Emits `suspend` and `resume`. */
  powerMonitor: EventEmitter;
  /** The path that the person chooses; empty: the person cancels. */
  saveAs: string;
  saveAsked: { defaultPath: string }[];
}

export interface FakeDesktop {
  desktop: Desktop;
  app: EventEmitter;
  nativeTheme: { themeSource: string };
  /** The module `electron`. */
  electron: Record<string, unknown>;
  /** The person closes a window. */
  close: (window: FakeWindow) => void;
}

/** A desktop with one display, whose app becomes ready when the test calls `becomeReady`. */
export function fakeDesktop(): FakeDesktop {
  const { promise: readiness, resolve: becomeReady } = Promise.withResolvers<void>();
  const desktop: Desktop = {
    becomeReady,
    isFirst: true,
    isPackaged: false,
    switches: {},
    displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
    windows: [],
    menu: [],
    trays: [],
    schemes: [],
    handlers: new Map(),
    paths: new Map(),
    calls: [],
    errors: [],
    questions: [],
    answer: 1,
    choice: undefined,
    shownFiles: [],
    exits: [],
    permissionRequest: undefined,
    permissionCheck: undefined,
    session: new EventEmitter(),
    powerMonitor: new EventEmitter(),
    saveAs: '',
    saveAsked: [],
  };
  const app = Object.assign(new EventEmitter(), {
    commandLine: {
      getSwitchValue: (name: string) => desktop.switches[name] ?? '',
      hasSwitch: (name: string) => name in desktop.switches,
      removeSwitch: (name: string) => Reflect.deleteProperty(desktop.switches, name),
    },
    getPath: (name: string) => desktop.paths.get(name) ?? '/nowhere',
    setPath: (name: string, path: string) => void desktop.paths.set(name, path),
    enableSandbox: () => void desktop.calls.push('enableSandbox'),
    requestSingleInstanceLock: () => desktop.isFirst,
    setAsDefaultProtocolClient: (scheme: string, _path: string, args: readonly string[]) =>
      desktop.calls.push(`client of ${scheme} with ${args.join(' ')}`) > 0,
    whenReady: () => readiness,
    quit: () => void desktop.calls.push('quit'),
    exit: (code: number) => void desktop.exits.push(code),
  });
  Object.defineProperty(app, 'isPackaged', { get: () => desktop.isPackaged });
  const nativeTheme = { themeSource: 'system' };
  const electron = {
    app,
    nativeTheme,
    BrowserWindow: class extends FakeWindow {
      constructor(options: WindowOptions) {
        super(options);
        desktop.windows.push(this);
        this.on('destroyed', () => desktop.windows.splice(desktop.windows.indexOf(this), 1));
        app.emit('web-contents-created', {}, this.webContents);
      }
      static getAllWindows(): FakeWindow[] {
        return desktop.windows;
      }
      static getFocusedWindow(): FakeWindow | null {
        return desktop.windows.find(({ isFocused }) => isFocused) ?? null;
      }
    },
    MessageChannelMain: class {
      port1 = new FakePort();
      port2 = new FakePort();
      constructor() {
        this.port1.other = this.port2;
        this.port2.other = this.port1;
      }
    },
    Menu: {
      setApplicationMenu: (menu: MenuItem[]) => void (desktop.menu = menu),
      buildFromTemplate: (template: MenuItem[]) => template,
    },
    Notification: class {
      static isSupported(): boolean {
        return false;
      }
    },
    dialog: {
      /** The second button, unless the test chooses another one. */
      showMessageBoxSync: ({ message }: { message: string }) => {
        desktop.questions.push(message);
        return desktop.answer;
      },
      showMessageBox: (_window: FakeWindow, { message, buttons }: { message: string; buttons: string[] }) => {
        desktop.questions.push(message);
        const response = buttons.indexOf(desktop.choice ?? '');
        desktop.choice = undefined;
        return response < 0 ? new Promise(() => undefined) : Promise.resolve({ response });
      },
      showErrorBox: (_title: string, text: string) => void desktop.errors.push(text),
      showSaveDialog: async (options: Desktop['saveAsked'][number]) => {
        desktop.saveAsked.push(options);
        return { canceled: desktop.saveAs === '', filePath: desktop.saveAs };
      },
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes: Desktop['schemes']) => void desktop.schemes.push(...schemes),
      handle: (scheme: string, handler: SchemeHandler) => void desktop.handlers.set(scheme, handler),
    },
    powerMonitor: desktop.powerMonitor,
    Tray: class extends FakeTray {
      constructor(image: Buffer) {
        super(image);
        desktop.trays.push(this);
      }
    },
    nativeImage: { createFromBuffer: (png: Buffer) => png },
    screen: { getAllDisplays: () => desktop.displays },
    session: {
      defaultSession: Object.assign(desktop.session, {
        setPermissionRequestHandler: (handler: PermissionHandler) => void (desktop.permissionRequest = handler),
        setPermissionCheckHandler: (handler: PermissionCheck) => void (desktop.permissionCheck = handler),
      }),
    },
    shell: {
      openExternal: async () => undefined,
      showItemInFolder: (path: string) => void desktop.shownFiles.push(path),
    },
  };
  const close = (window: FakeWindow) => {
    window.emit('close');
    desktop.windows.splice(desktop.windows.indexOf(window), 1);
  };
  return { desktop, app, nativeTheme, electron, close };
}
