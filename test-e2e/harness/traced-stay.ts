import { expect } from 'vitest';
import { Client, type Answer, type CallOptions } from './client.ts';
import type { Demo, DemoTenant } from './demo.ts';
import { makeLodging, makeTenant } from './own-tenant.ts';
import { confirm, hold, openPayment, payByCard, verifyGuest } from './stay.ts';
import { registered } from './webhooks.ts';

interface TracedRequest {
  readonly request: string;
  readonly traceId: string;
}

/** Remembers the trace of each of its requests, which the API begins. */
class TracedClient extends Client {
  readonly traces: TracedRequest[] = [];

  override async send<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const answer = await super.send<T>(method, path, options);
    const [, traceId = ''] = answer.headers.get('traceparent')?.split('-') ?? [];
    this.traces.push({ request: `${method} ${path}`, traceId });
    return answer;
  }
}

interface TracedStay {
  readonly id: string;
  /** The quote. */
  readonly first: readonly TracedRequest[];
  readonly made: TracedRequest;
  readonly later: readonly TracedRequest[];
}

/** A paid stay of a new tenant, with the hold's request and those that came later. */
export async function tracedStay(demo: Demo, webhookUrl: string): Promise<TracedStay> {
  const { secret, accountId } = await makeTenant(demo);
  const { id: resourceId, ratePlanId } = await makeLodging(secret);
  await registered(secret, webhookUrl);
  const guest = new TracedClient(demo.gatewayUrl, secret.key);
  const window = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z' };
  const { id } = await hold(guest, { resourceId, ratePlanId, ...window, partySize: 1 });
  const token = await verifyGuest(demo, guest, id);
  await payByCard(demo, { accountId } as DemoTenant, await openPayment(guest, id));
  expect((await confirm(guest, id, token)).body.state).toBe('confirmed');
  await guest.get(`/v1/bookings/${id}`);
  const [quoted, made, ...later] = guest.traces;
  if (quoted === undefined || made === undefined) throw new Error('there is no request for the hold');
  return { id, first: [quoted], made, later };
}
