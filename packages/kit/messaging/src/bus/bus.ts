import type { RequestContext } from '@lodging/kit-runtime';
import type { Refusal } from '@lodging/kernel';
import type { NatsConnection } from '@nats-io/nats-core';
import type { Mandates } from '../mandate/mandates.ts';
import { traceClientCall } from '../rpc/client-call.ts';
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
  /** Whom the process speaks for, and whom it believes. */
  readonly mandates: Mandates;
  /** Sends a request to another service and parses the answer by its contract. Throws Unavailable. */
  request<Req, Res>(
    operation: Operation<Req, Res>,
    request: Req,
    ctx: RequestContext,
    options?: RequestOptions,
  ): Promise<Answer<Res>>;
  /** Sends a request to another service and passes on the answer unparsed. Throws Unavailable. */
  forward<Req, Res>(
    operation: Operation<Req, Res>,
    request: Req,
    ctx: RequestContext,
    options?: RequestOptions,
  ): Promise<Forwarded>;
  /** Whether the connection is open. */
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
    return traceClientCall(subject, () =>
      sendRequest(link, { subject, idempotent, callers, payload, ctx, timeoutMs: options?.timeoutMs }),
    );
  };
  return {
    async request(operation, request, ctx, options) {
      const answered = await send(operation, request, ctx, options);
      const { reply } = answered;
      if (reply.kind === 'refusal') return { ok: false, refusal: reply.refusal };
      return { ok: true, value: readValue(operation, answered), replayed: reply.replayed };
    },
    async forward(operation, request, ctx, options) {
      const { message, reply } = await send(operation, request, ctx, options);
      if (reply.kind === 'refusal') return { ok: false, refusal: reply.refusal };
      return { ok: true, body: message.data, replayed: reply.replayed };
    },
  };
}

/** An answer that does not fit the contract counts as none. */
function readValue<Req, Res>(operation: Operation<Req, Res>, { message }: Answered): Res {
  try {
    const body: unknown = message.data.length === 0 ? undefined : message.json();
    return operation.response.parse(body);
  } catch (error) {
    throw new Unavailable(operation.subject, 'unreadable-answer', error);
  }
}
