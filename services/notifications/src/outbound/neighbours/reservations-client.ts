import { listDueReminders, readMailFacts } from '@lodging/contract-reservations';
import { Unavailable } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { ReservationsUnavailable } from '../../ports/neighbours.ts';
import type { ReservationsClient } from '../../ports/neighbours.ts';
import { stayFactsFromWire } from '../../wire/mails.ts';

const TIMEOUT_MS = 5_000;
const PAGE = 200;

export function createReservationsClient(bus: Pick<Bus, 'request'>): ReservationsClient {
  return {
    readStay: async (ctx, reservationId) => {
      const answer = await available(() =>
        bus.request(readMailFacts, { reservationId }, inOwnName(ctx), { timeoutMs: TIMEOUT_MS }),
      );
      return answer.ok ? stayFactsFromWire(answer.value) : undefined;
    },
    async *listDueReminders(ctx, { after, until, daysBefore }) {
      const window = { after: after.toString(), until: until.toString(), daysBefore, limit: PAGE };
      for (let position: { startsAt: string; id: string } | null | undefined; position !== null;) {
        const request = { ...window, position: position ?? null };
        const answer = await available(() =>
          bus.request(listDueReminders, request, inOwnName(ctx), { timeoutMs: TIMEOUT_MS }),
        );
        if (!answer.ok) throw new ReservationsUnavailable('reservations refused to list reminders');
        yield answer.value.reminders;
        position = answer.value.next;
      }
    },
  };
}

/** A mandate of a client ends in this service. */
function inOwnName({ tenantId, livemode }: RequestContext): RequestContext {
  return systemContext(tenantId, livemode, { timeoutMs: TIMEOUT_MS });
}

async function available<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new ReservationsUnavailable(error.message, { cause: error });
  }
}
