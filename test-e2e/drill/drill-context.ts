import type { Demo, DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import type { Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { confirm, hold, openPayment, payByCard, verifyGuest } from '../harness/stay.ts';
import type { RequestedStay } from '../harness/stay.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';
import type { WebhookBody, WebhookReceiver } from '../harness/webhook-receiver.ts';
import { registered } from '../harness/webhooks.ts';

const PATH = '/received';

/** A tenant with one room of one unit, and a receiver of all events. */
export interface DrillContext {
  readonly tenant: OwnTenant;
  readonly receiver: WebhookReceiver;
  week(number: number): RequestedStay;
  /** A whole stay, from the quote to the confirmation; what it cost is at the provider. */
  bookAndPay(requestedStay: RequestedStay): Promise<{ id: string; intentId: string }>;
  /** From now on, a cancellation keeps half of the price and gives the rest back. */
  keepHalf(): Promise<void>;
  received(): WebhookBody[];
  untilReceived(type: string, bookingId: string): Promise<WebhookBody>;
}

export async function createDrillContext({ demo }: Lodging): Promise<DrillContext> {
  const tenant = await makeTenant(demo);
  const { secret } = tenant;
  const room = await makeLodging(secret, { units: 1 });
  const receiver = await startWebhookReceiver();
  await registered(secret, receiver.urlOf(PATH));
  const received = (): WebhookBody[] => receiver.received(PATH).map(({ body }) => body);
  return {
    tenant,
    receiver,
    received,
    week(number) {
      const start = Temporal.PlainDate.from('2027-05-03').add({ weeks: number });
      const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
      return { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
    },
    async keepHalf() {
      const half = { kind: 'percent', bps: 5_000, of: 'total' };
      const policy = { name: 'Half', steps: [], afterwards: half, noShow: half };
      const ratePlans = [{ code: 'flex', name: 'Flexible', currency: 'EUR', cancellationPolicyCode: 'half' }];
      const answers = [
        await secret.put('/v1/cancellation-policies/half', policy),
        await secret.put(`/v1/resources/${room.id}/rates`, { ratePlans }),
      ];
      const refused = answers.find(({ status }) => status !== 200);
      if (refused !== undefined) throw new Error(`no policy: ${JSON.stringify(refused.body)}`);
    },
    bookAndPay: (requestedStay) => bookAndPay(demo, tenant, requestedStay),
    untilReceived: (type, bookingId) =>
      eventually(
        `a webhook with ${type} of ${bookingId}`,
        async () => received().findLast(isOf(type, bookingId)),
        {
          withinMs: 30_000,
        },
      ),
  };
}

/** A whole stay of the tenant, from the quote to the confirmation. */
export async function bookAndPay(
  demo: Demo,
  { secret, accountId }: Pick<OwnTenant, 'secret' | 'accountId'>,
  requestedStay: RequestedStay,
): Promise<{ id: string; intentId: string }> {
  const { id } = await hold(secret, requestedStay);
  const token = await verifyGuest(demo, secret, id);
  const handle = await openPayment(secret, id);
  await payByCard(demo, { accountId } as DemoTenant, handle);
  const confirmed = await confirm(secret, id, token);
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(confirmed.body)}`);
  return { id, intentId: handle.providerPaymentIntentId };
}

const isOf =
  (type: string, bookingId: string) =>
  ({ type: is, data: { object } }: WebhookBody): boolean =>
    is === type && (object['id'] === bookingId || object['reservationId'] === bookingId);
