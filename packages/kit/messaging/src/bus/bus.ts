import type { DescribeWork, RequestContext } from '@lodging/kit-runtime';
import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import type { NatsConnection } from '@nats-io/nats-core';
import type { Mandates } from '../mandate/mandates.ts';
import { traceClientCall } from '../rpc/client-call.ts';
import { checkLength, MessageTooLarge, replyLimit, requestLimit } from '../rpc/message-limits.ts';
import type { Answer, Operation } from '../rpc/operation.ts';
import { sendRequest } from '../rpc/send-request.ts';
import type { Answered, Link } from '../rpc/send-request.ts';
import { Unavailable } from './unavailable.ts';

export interface RequestOptions {
  /** Limit of the whole exchange, a second attempt included: 2 s unless given, and never beyond the deadline. */
  readonly timeoutMs?: number;
}

export type Forwarded =
  | { readonly ok: true; readonly body: Uint8Array; readonly replayed: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

export interface Bus {
  /** The name of the connected service. */
  readonly name: string;
  /** For JetStream; services use the functions. */
  readonly connection: NatsConnection;
  /** Signs mandates for this process, and verifies those of others. */
  readonly mandates: Mandates;
  /** Describes the requests and events that the service handles and publishes. */
  readonly describeWork?: DescribeWork | undefined;
  /**
   * Sends a request to another service and parses the answer by its contract. Throws Unavailable, and MessageTooLarge for a
   * request that is longer than its operation declares.
   */
  request<Req, Res>(
    operation: Operation<Req, Res>,
    request: Req,
    ctx: RequestContext,
    options?: RequestOptions,
  ): Promise<Answer<Res>>;
  /**
   * Sends a request to another service and passes on the answer unparsed. Throws Unavailable. A tenant over its fair share
   * of the service gets the refusal `rate_limited`.
   */
  forward<Req, Res>(
    operation: Operation<Req, Res>,
    request: Req,
    ctx: RequestContext,
    options?: RequestOptions,
  ): Promise<Forwarded>;
  /** True while the connection is open. */
  isUp(): boolean;
  /** Throws unless NATS answers and every RPC server is subscribed. */
  check(): Promise<void>;
  /** Finishes what is in progress, sends what is buffered, and closes the connection. */
  drain(): Promise<void>;
  /** Adds a probe to `check`. Returns the function that removes it. */
  addProbe(probe: () => void): () => void;
}

type Exchange = Pick<Bus, 'request' | 'forward'>;

export function exchangeOver(link: Link): Exchange {
  const send = <Req, Res>(
    operation: Operation<Req, Res>,
    request: Req,
    ctx: RequestContext,
    options?: RequestOptions,
  ) => {
    const { subject, idempotent, callers } = operation;
    const payload = request === undefined ? '' : JSON.stringify(request);
    checkLength(subject, payload, requestLimit(operation));
    return traceClientCall(subject, () =>
      sendRequest(link, { subject, idempotent, callers, payload, ctx, timeoutMs: options?.timeoutMs }),
    );
  };
  return {
    async request(operation, request, ctx, options) {
      const answered = await send(operation, request, ctx, options);
      checkReply(operation, answered);
      const { reply } = answered;
      if (reply.kind === 'refusal') return { ok: false, refusal: reply.refusal };
      return { ok: true, value: readValue(operation, answered), replayed: reply.replayed };
    },
    async forward(operation, request, ctx, options) {
      const answered = await send(operation, request, ctx, options).catch(refusedOverShare);
      if ('refusal' in answered) return answered;
      checkReply(operation, answered);
      const { message, reply } = answered;
      if (reply.kind === 'refusal') return { ok: false, refusal: reply.refusal };
      return { ok: true, body: message.data, replayed: reply.replayed };
    },
  };
}

/** The service waited as long as it does for a place; the next second is another one. */
export const overShare = refuse('rate_limited', 'Too many requests of this account are in progress.', {
  retryAfterSeconds: 1,
});

function refusedOverShare(error: unknown): typeof overShare {
  if (error instanceof Unavailable && error.reason === 'rate-limited') return overShare;
  throw error;
}

/** No service of this system sends a message that is longer than declared. */
function checkReply<Req, Res>(operation: Operation<Req, Res>, { message }: Answered): void {
  const [{ subject }, most] = [operation, replyLimit(operation)];
  if (message.data.length <= most) return;
  throw new Unavailable(
    subject,
    'unreadable-answer',
    new MessageTooLarge(subject, message.data.length, most),
  );
}

/** An answer that does not fit the contract counts as missing. */
function readValue<Req, Res>(operation: Operation<Req, Res>, { message }: Answered): Res {
  try {
    const body: unknown = message.data.length === 0 ? undefined : message.json();
    return operation.response.parse(body);
  } catch (error) {
    throw new Unavailable(operation.subject, 'unreadable-answer', error);
  }
}
