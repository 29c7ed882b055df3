import type { z } from 'zod';

export interface RpcOperation<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Code extends string = string,
> {
  readonly context: string;
  readonly name: string;
  readonly version: number;
  /** `rpc.<context>.v<n>.<use-case>` */
  readonly subject: string;
  readonly request: Request;
  readonly response: Response;
  readonly refusals: readonly Code[];
  /** True when running it twice with one request is the same as once, so that the first caller may try again. */
  readonly idempotent: boolean;
}

/** Declares one operation of a context. Breaking its shapes means publishing `version: 2` beside it. */
export function rpc<
  Request extends z.ZodType,
  Response extends z.ZodType,
  const Code extends string,
>(declaration: {
  context: string;
  name: string;
  version?: number;
  request: Request;
  response: Response;
  refusals: readonly Code[];
  idempotent: boolean;
}): RpcOperation<Request, Response, Code> {
  const version = declaration.version ?? 1;
  return { ...declaration, version, subject: `rpc.${declaration.context}.v${version}.${declaration.name}` };
}

/** What the handler of an operation is given: the request as its contract reads it. */
export type RequestOf<Operation extends { readonly request: z.ZodType }> = z.output<Operation['request']>;

/** What its answer holds. */
export type ResponseOf<Operation extends { readonly response: z.ZodType }> = z.output<Operation['response']>;
