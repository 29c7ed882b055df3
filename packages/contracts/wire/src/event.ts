// Owns how an event is declared: its type is its subject, and its data has one shape.
import type { z } from 'zod';

export interface EventDeclaration<Data extends z.ZodType = z.ZodType> {
  /** `evt.<context>.v<n>.<aggregate>.<past-verb>`; the last two words are the public webhook type. */
  readonly type: string;
  readonly data: Data;
}

export function event<Data extends z.ZodType>(declaration: {
  context: string;
  version?: number;
  aggregate: string;
  verb: string;
  data: Data;
}): EventDeclaration<Data> {
  const { context, version = 1, aggregate, verb, data } = declaration;
  return { type: `evt.${context}.v${version}.${aggregate}.${verb}`, data };
}

/** The stream that holds every event of a context: one publisher, one stream. */
export function streamOf(context: string): { name: string; subjects: string[]; filter: string } {
  return { name: `EVT_${context.toUpperCase()}`, subjects: [`evt.${context}.>`], filter: `evt.${context}.>` };
}
