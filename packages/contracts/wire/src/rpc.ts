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
  /** True where repeating a request has no further effect, so that the caller may retry it. */
  readonly idempotent: boolean;
}

/** Declares an operation of a context. A breaking change of its shapes is published beside it as `version: 2`. */
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

/** The request that a handler gets, after validation. */
export type RequestOf<Operation extends { readonly request: z.ZodType }> = z.output<Operation['request']>;

/** The response of an operation. */
export type ResponseOf<Operation extends { readonly response: z.ZodType }> = z.output<Operation['response']>;
