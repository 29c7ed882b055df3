import type { Refusal } from '@lodging/kernel';
import { headers } from '@nats-io/nats-core';
import type { Msg, MsgHdrs } from '@nats-io/nats-core';
import type { Outcome } from './operation.ts';
import type { UnavailableReason } from '../bus/unavailable.ts';

/** On every reply: what lacks it was not sent by a service, such as the acknowledgement of a stream. */
const REPLY = 'Lodging-Reply';
const OUTCOME = 'Lodging-Outcome';
const REPLAYED = 'Lodging-Replayed';
/** Work of the request so far, in units; absent if 0. */
const WORK = 'Lodging-Work';

export interface Reply {
  readonly body: string;
  readonly headers: MsgHdrs;
}

function marked(name?: string, value = ''): MsgHdrs {
  const made = headers();
  made.append(REPLY, '1');
  if (name !== undefined) made.append(name, value);
  return made;
}

// The client library writes headers out when it publishes, so one object serves every reply.
const success = marked();
const replayed = marked(REPLAYED, 'true');
const refusal = marked(OUTCOME, 'refusal');
const fault = marked(OUTCOME, 'fault');
const working = marked(OUTCOME, 'working');

/** The request is in progress; its answer follows. */
export const heartbeat: Reply = { body: '', headers: working };

/** Most requests take little, so that few figures recur: their headers are made once. */
const MOST_REMEMBERED = 1_000;
const remembered = new Map<MsgHdrs, MsgHdrs[]>();

/** The same reply, with the work of the request. */
export function withWork({ body, headers: plain }: Reply, work: number): Reply {
  if (work === 0) return { body, headers: plain };
  if (work > MOST_REMEMBERED) return { body, headers: countedHeaders(plain, work) };
  const known = remembered.get(plain) ?? [];
  remembered.set(plain, known);
  return { body, headers: (known[work] ??= countedHeaders(plain, work)) };
}

function countedHeaders(plain: MsgHdrs, work: number): MsgHdrs {
  const written = headers();
  for (const name of plain.keys()) written.append(name, plain.get(name));
  written.append(WORK, String(work));
  return written;
}

/** Of a reply or a heartbeat. */
export function workOf(message: Pick<Msg, 'headers'>): number {
  const work = Number(message.headers?.get(WORK) ?? 0);
  return Number.isSafeInteger(work) && work > 0 ? work : 0;
}

export function isHeartbeat(message: Msg): boolean {
  return message.data.length === 0 && message.headers?.get(OUTCOME) === 'working';
}

/** True if a service of this system sent it. */
export function isReply(message: Msg): boolean {
  return message.headers?.has(REPLY) === true;
}

export function writeOutcome(outcome: Outcome<unknown>): Reply {
  if (!outcome.ok) return { body: JSON.stringify(outcome.refusal), headers: refusal };
  // An operation without a value answers with an empty body.
  const body = outcome.value === undefined ? '' : JSON.stringify(outcome.value);
  return { body, headers: outcome.replayed === true ? replayed : success };
}

/** The faults that a caller distinguishes: some may be retried. */
const FAULTS = [
  'overloaded',
  'rate-limited',
  'neighbour-unavailable',
  'neighbour-rate-limited',
  'not-authorized',
  'fault',
] as const;
export type Fault = (typeof FAULTS)[number];

export function writeFault(reason: Fault): Reply {
  return { body: JSON.stringify({ reason }), headers: fault };
}

export type ReadReply =
  | { readonly kind: 'success'; readonly replayed: boolean }
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  | { readonly kind: 'fault'; readonly reason: UnavailableReason };

/** Looks at the headers only; the body of a success is left for the caller to read, or to pass on unread. */
export function readReply(message: Msg): ReadReply {
  const outcome = message.headers?.get(OUTCOME) ?? '';
  if (outcome === '') return { kind: 'success', replayed: message.headers?.get(REPLAYED) === 'true' };
  const body = parse(message);
  if (outcome === 'refusal' && isRefusal(body)) return { kind: 'refusal', refusal: body };
  return { kind: 'fault', reason: readFault(body) };
}

function readFault(body: unknown): Fault {
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined;
  return FAULTS.find((known) => known === reason) ?? 'fault';
}

function parse(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}

function isRefusal(value: unknown): value is Refusal {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'code' in value && typeof value.code === 'string' && 'detail' in value && typeof value.detail === 'string'
  );
}
