import type { Endpoint } from '../types.ts';
import { endpoints } from './index.ts';
import { probes } from './probes.ts';

/** All endpoints by name: the documented ones and the probes. */
export const knownEndpoints: ReadonlyMap<string, Endpoint> = new Map([
  ...endpoints,
  ...Object.values(probes).map((probe) => [probe.name, probe] as const),
]);
