import type { RequestContext } from '@lodging/kit-runtime';
import { ops as channels } from '@lodging/contract-channels';
import { ops as inventory } from '@lodging/contract-inventory';
import { ops as notifications } from '@lodging/contract-notifications';
import { ops as payments } from '@lodging/contract-payments';
import { ops as reservations } from '@lodging/contract-reservations';
import { Unavailable } from '@lodging/kit-messaging';
import type { Answer, Bus, UnavailableReason } from '@lodging/kit-messaging';
import type { ServiceUpkeep } from '../use-cases/ops-ports.ts';

/** What a check may take, and the way there and back. */
const TIMEOUT_MS = 4_500;
const NIL_TENANT = '00000000-0000-0000-0000-000000000000';

const services = { inventory, reservations, payments, channels, notifications };

export function serviceOps(bus: Pick<Bus, 'ask'>, epochMs: () => number): ServiceUpkeep[] {
  const callOf = (requestId: string): RequestContext => ({
    tenantId: NIL_TENANT,
    livemode: true,
    requestId,
    deadline: epochMs() + TIMEOUT_MS,
    caller: { kind: 'platform', permissions: [] },
  });
  const options = { timeoutMs: TIMEOUT_MS };
  return Object.entries(services).map(([service, operations]) => ({
    service,
    reportHealth: (requestId) => reached(bus.ask(operations.reportHealth, {}, callOf(requestId), options)),
    reportBacklog: (requestId) => reached(bus.ask(operations.reportBacklog, {}, callOf(requestId), options)),
    listDeadLetters: (wanted, requestId) =>
      reached(bus.ask(operations.listDeadLetters, wanted, callOf(requestId), options)),
    readDeadLetter: (deadLetterId, requestId) =>
      reached(bus.ask(operations.readDeadLetter, { deadLetterId }, callOf(requestId), options)),
    replayDeadLetter: (deadLetterId, requestId) =>
      reached(bus.ask(operations.replayDeadLetter, { deadLetterId }, callOf(requestId), options)),
  }));
}

const WORDS: Readonly<Record<UnavailableReason, string>> = {
  'not-connected': 'the gateway has no connection to NATS',
  'no-responder': 'no process of it answers on NATS',
  timeout: 'it did not answer in time',
  silent: 'it took the request and went silent',
  'deadline-passed': 'it did not answer in time',
  overloaded: 'it has more work than it can take',
  'neighbour-unavailable': 'a service that it needs does not answer',
  fault: 'it failed at the request; its log says why',
  'unreadable-answer': 'it gave an answer that this gateway cannot read: another version?',
};

async function reached<T>(asking: Promise<Answer<T>>) {
  try {
    return { reached: true as const, answer: await asking };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { reached: false as const, why: WORDS[error.reason] };
  }
}
