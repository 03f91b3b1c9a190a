/** The ways in which the content of a file is shown. */
export const viewNames = ['plain', 'blame', 'preview'] as const;
export type ViewName = (typeof viewNames)[number];

interface FileAddress {
  path: string;
  ref: string;
  line?: number | null;
  view?: ViewName;
}

/** The path of a file in the window: `/p/7/code/files/src/main.ts?ref=main&line=12`. `base`: the path of the files. */
export function filePath(base: string, { path, ref, line = null, view = 'plain' }: FileAddress): string {
  const parameters = [
    `ref=${encodeURIComponent(ref)}`,
    ...(line === null ? [] : [`line=${line}`]),
    ...(view === 'plain' ? [] : [`view=${view}`]),
  ];
  return `${base}/${path.split('/').map(encodeURIComponent).join('/')}?${parameters.join('&')}`;
}

/** The path of the list of a commit and its ancestors. `codePath`: the path of the page "Code". */
export function commitPath(codePath: string, sha: string): string {
  return `${codePath}/commits?ref=${encodeURIComponent(sha)}`;
}

/** The path of the list of the commits of a file. `codePath`: the path of the page "Code". */
export function fileCommitsPath(codePath: string, { path, ref }: FileAddress): string {
  const ofPath = `${codePath}/commits?path=${encodeURIComponent(path)}`;
  // Without a ref, the list shows the commits of the default branch
  return ref === 'HEAD' ? ofPath : `${ofPath}&ref=${encodeURIComponent(ref)}`;
}

/** The line in the parameters of an address, counted from 1; null: none. */
export function lineOf(query: URLSearchParams): number | null {
  const text = query.get('line') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** The view in the parameters of an address; null: none. */
export function viewOf(query: URLSearchParams): ViewName | null {
  return viewNames.find((name) => name === query.get('view')) ?? null;
}
