import type { z } from 'zod';
import { callersOf } from './callers.ts';
import type { Callers, CallersDeclaration } from './callers.ts';

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
  /** On whose word it runs. */
  readonly callers: Callers;
  /** The most bytes of a body, where it may be more than any other message of the bus. */
  readonly maxRequestBytes?: number | undefined;
  readonly maxReplyBytes?: number | undefined;
}

/**
 * Of the messages that have a whole calendar: 20,000 entries. All others have at most 2 MiB, which the kit enforces where an
 * operation declares nothing.
 */
export const MAX_CALENDAR_BYTES = 9 * 1024 * 1024;

/** Declares an operation of a context. A breaking change of its shapes is published beside it as `version: 2`. */
export function rpc<Request extends z.ZodType, Response extends z.ZodType, const Code extends string>(
  declaration: {
    context: string;
    name: string;
    version?: number;
    request: Request;
    response: Response;
    refusals: readonly Code[];
    idempotent: boolean;
    maxRequestBytes?: number;
    maxReplyBytes?: number;
  } & CallersDeclaration,
): RpcOperation<Request, Response, Code> {
  const { platformOnly, calledBy, calledFor, permission, takesPublishable, ...operation } = declaration;
  const { context, name, version = 1 } = operation;
  const callers = callersOf({ platformOnly, calledBy, calledFor, permission, takesPublishable });
  return { ...operation, version, subject: `rpc.${context}.v${version}.${name}`, callers };
}

/** The request that a handler gets, after validation. */
export type RequestOf<Operation extends { readonly request: z.ZodType }> = z.output<Operation['request']>;

/** The response of an operation. */
export type ResponseOf<Operation extends { readonly response: z.ZodType }> = z.output<Operation['response']>;
