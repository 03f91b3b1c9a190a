import type { Annotation, Place, Span } from '../cache-types.ts';

/** A page of a list in any order. `body` of `Page` and `rows` as bytes are transferred to the worker. */
export interface ListPage {
  place: Place;
  rows: ArrayBuffer | readonly unknown[];
  annotation?: Annotation;
  now: number;
  isInOrder?: boolean;
}
export type Window = { key: string; span: Span };
export interface Page {
  place: Place;
  windowKey: string;
  body: ArrayBuffer;
  cursor: string | null;
  isLast: boolean;
  now: number;
}
export interface Begin {
  place: Place;
  windows: Window[];
  estimatedRows: number | null;
  now: number;
}
/**
 * `newest`: the time of the newest change before a full sync of a list that can be synced incrementally; null: not
 * known.
 */
export interface BeginList {
  place: Place;
  estimatedRows: number | null;
  now: number;
  newest?: number | null;
}

export interface FinishInput {
  place: Place;
  now: number;
  acceptNotReturned?: boolean;
  isPartial?: boolean;
  agreedRequests?: number;
}
