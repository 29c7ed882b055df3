import type { z } from 'zod';

export interface EventDeclaration<Type extends string = string, Data extends z.ZodType = z.ZodType> {
  /** `evt.<context>.v<n>.<aggregate>.<past-verb>`; the last two words are the public webhook type. */
  readonly type: Type;
  readonly data: Data;
}

/** Declares an event. A breaking change of its data is published beside it as `version: 2`. */
export function event<
  const Context extends string,
  const Aggregate extends string,
  const Verb extends string,
  Data extends z.ZodType,
  const Version extends number = 1,
>(declaration: {
  context: Context;
  version?: Version;
  aggregate: Aggregate;
  verb: Verb;
  data: Data;
}): EventDeclaration<`evt.${Context}.v${Version}.${Aggregate}.${Verb}`, Data> {
  const { context, version = 1, aggregate, verb, data } = declaration;
  return { type: `evt.${context}.v${version as Version}.${aggregate}.${verb}`, data };
}

/** The JetStream stream of a context's events. Only that context publishes to it. */
export function streamOf(context: string): { name: string; subjects: string[]; filter: string } {
  return { name: `EVT_${context.toUpperCase()}`, subjects: [`evt.${context}.>`], filter: `evt.${context}.>` };
}
