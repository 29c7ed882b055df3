import { refuse } from '@lodging/kernel';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceConfig } from '../resources/resource.ts';

// The unit in which reads cost is a night on a plan. It is counted before it is done, for the limit of the request's key.

/** Of one request, its alternatives included. */
export const MAX_WORK = 200_000;
/** A refused search has evaluated little of what it found; see docs/decisions/0100-search-on-a-snapshot.md. */
export const MAX_REFUSED_WORK = 50_000;
/** To read a resource takes as long as to evaluate so many nights, and so does a stay near a refused one. */
export const RESOURCE_WORK = 10;
/** Texts that are searched for words take as long as a night for each so many characters. */
const CHARACTERS_OF_A_UNIT = 100;

/** To load so much weight, or so many facts, takes as long as a night: 30 MB take about one second. */
const LOADED_OF_A_UNIT = 5;

/** What a search loaded: less than its nights times plans, unless its resources are heavy and in no cache. */
export function loadWork({ weight, facts }: { readonly weight: number; readonly facts: number }): number {
  return Math.ceil((weight + facts) / LOADED_OF_A_UNIT);
}

export function textWork(texts: readonly (string | null)[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) / CHARACTERS_OF_A_UNIT);
}

/** The number of plans for a stay without a named plan; a generic resource is sold without a plan. */
export function countPlans(resource: ResourceConfig): number {
  return isGeneric(resource) ? 1 : resource.plans.filter(({ enabled }) => enabled).length;
}

/** Of a request for one resource: undefined where its work is within the bound. */
export function refuseTooMuch(work: number): ReturnType<typeof tooBroad> | undefined {
  return work > MAX_WORK ? tooBroad(1, work, MAX_WORK) : undefined;
}

/** `limit` is the one that was exceeded: of the resources, or of the work. */
export function tooBroad(candidates: number, work: number, limit: number) {
  const detail = `The request would evaluate ${candidates} resources, ${work} nights × plans in total.`;
  return refuse('search_too_broad', detail, { candidates, work, most: limit });
}

interface Loading {
  readonly candidates: number;
  readonly loaded: number;
  readonly limit: number;
}

/** Of a search: `loaded` is the size of what it would have in memory at once, as far as it was counted. */
export function tooHeavy({ candidates, loaded, limit }: Loading) {
  const detail = `The search would load too much data of ${candidates} resources: prices, restrictions, texts and stays.`;
  return refuse('search_too_broad', detail, { candidates, work: loaded, most: limit });
}
