import { ops as channels } from '@lodging/contract-channels';
import { ops as inventory } from '@lodging/contract-inventory';
import { ops as notifications } from '@lodging/contract-notifications';
import { ops as payments } from '@lodging/contract-payments';
import { ops as reservations } from '@lodging/contract-reservations';
import type { Ops } from '@lodging/contract-wire';
import { Unavailable } from '@lodging/kit-messaging';
import type { Answer, Bus, UnavailableReason } from '@lodging/kit-messaging';
import type { OpsClient, ServiceAnswer } from '../../ports/ops.ts';

/** The timeout of a health check in a service (2.5 s), and 2 s for the exchange. */
const TIMEOUT_MS = 4_500;
const options = { timeoutMs: TIMEOUT_MS };
/** A part of what a recovery reads or writes. */
const patient = { timeoutMs: 15_000 };

const services: Readonly<Record<string, Ops>> = {
  inventory,
  reservations,
  payments,
  channels,
  notifications,
};

export function createOpsClients(bus: Pick<Bus, 'request'>): OpsClient[] {
  return Object.entries(services).map(([service, ops]) => ({
    service,
    reportHealth: (ctx) => reached(bus.request(ops.reportHealth, {}, ctx, options)),
    reportBacklog: (ctx) => reached(bus.request(ops.reportBacklog, {}, ctx, options)),
    listDeadLetters: (ctx, query) => reached(bus.request(ops.listDeadLetters, query, ctx, options)),
    readDeadLetter: (ctx, deadLetterId) =>
      reached(bus.request(ops.readDeadLetter, { deadLetterId }, ctx, options)),
    traceBooking: (ctx, request) => reached(bus.request(ops.traceBooking, request, ctx, options)),
    listLostEvents: (ctx, page) => reached(bus.request(ops.listLostEvents, page, ctx, patient)),
    dropLostEvents: (ctx, lost) => reached(bus.request(ops.dropLostEvents, lost, ctx, patient)),
    lookUpStays: (ctx, stays) => reached(bus.request(ops.lookUpStays, { stays }, ctx, patient)),
    recover: (ctx, page) => reached(bus.request(ops.recover, page, ctx, patient)),
    replayDeadLetter: (ctx, deadLetterId) =>
      reached(bus.request(ops.replayDeadLetter, { deadLetterId }, ctx, options)),
    dismissDeadLetter: (ctx, dismissed) =>
      reached(bus.request(ops.dismissDeadLetter, dismissed, ctx, options)),
  }));
}

/** Shown to the platform operator. */
const EXPLANATIONS: Readonly<Record<UnavailableReason, string>> = {
  'not-connected': 'the gateway has no connection to NATS',
  'no-responder': 'no instance is connected to NATS',
  timeout: 'it did not answer in time',
  silent: 'it accepted the request and then sent no heartbeat',
  'deadline-passed': 'it did not answer in time',
  overloaded: 'it is overloaded',
  'rate-limited': 'the tenant has too many requests in progress',
  'neighbour-unavailable': 'a service that it depends on does not answer',
  'neighbour-rate-limited': 'the tenant has too many requests in progress',
  'not-authorized': 'it does not accept the signature of the gateway',
  fault: 'it failed to handle the request; see its log',
  'unreadable-answer': 'the gateway cannot read its answer; the versions may differ',
};

async function reached<T>(request: Promise<Answer<T>>): Promise<ServiceAnswer<T>> {
  try {
    return { reached: true, result: await request };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { reached: false, why: EXPLANATIONS[error.reason] };
  }
}
