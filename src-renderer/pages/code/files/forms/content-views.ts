/** What the pane of the content shows: the editor, a file on this computer, or the difference. */
export const contentViews = ['write', 'disk', 'changes'] as const;
export type ContentView = (typeof contentViews)[number];
