import type { z } from 'zod';

export interface EventDeclaration<Type extends string = string, Data extends z.ZodType = z.ZodType> {
  /** `evt.<context>.v<n>.<aggregate>.<past-verb>`; the last two words are the public webhook type. */
  readonly type: Type;
  readonly data: Data;
}

/** Breaking the shape of the data means declaring `version: 2` beside it. */
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

/** The stream that holds every event of a context: one publisher, one stream. */
export function streamOf(context: string): { name: string; subjects: string[]; filter: string } {
  return { name: `EVT_${context.toUpperCase()}`, subjects: [`evt.${context}.>`], filter: `evt.${context}.>` };
}
