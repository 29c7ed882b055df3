import { randomUUID } from 'node:crypto';
import { confirm, openPayment, payByCard, quote, type Reservation, type Wish } from '../harness/stay.ts';
import { eventually } from '../harness/eventually.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { drain, type Figures } from './load.ts';
import { withProcessorTime } from './processes.ts';
import type { Stage } from './stage.ts';

async function codeFor(stage: Stage, email: string): Promise<string> {
  return eventually(`the code for ${email}`, async () => {
    const found = (await (
      await fetch(`${stage.demo.mail.url}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`)
    ).json()) as { messages: { ID: string }[] };
    const id = found.messages[0]?.ID;
    if (id === undefined) return undefined;
    const mail = (await (await fetch(`${stage.demo.mail.url}/api/v1/message/${id}`)).json()) as {
      Text: string;
    };
    return /\b\d{6}\b/.exec(mail.Text)?.[0];
  });
}

export async function wholeStay(stage: Stage, wish: Wish): Promise<string> {
  const { secret, demo, tenant } = stage;
  const { signedQuoteToken } = await quote(secret, wish);
  const { body: held } = await secret.create<Reservation>('/v1/holds', { signedQuoteToken });
  const email = `bench-${randomUUID()}@example.test`;
  await secret.post(`/v1/holds/${held.id}/otp`, { email });
  const code = await codeFor(stage, email);
  const verified = await secret.post<{ guestVerificationToken: string }>(`/v1/holds/${held.id}/otp/verify`, {
    email,
    code,
  });
  await payByCard(demo, tenant, await openPayment(secret, held.id));
  const confirmed = await confirm(secret, held.id, verified.body.guestVerificationToken);
  return confirmed.body.state;
}

/**
 * Stays before anything is measured. The code of a process is compiled as it is used: one of the first stays takes half as much
 * again as one after these.
 */
const WARM_UP = 160;

export async function measureStays(stage: Stage): Promise<{ connections: number; figures: Figures }[]> {
  const results = [];
  const room = await makeLodging(stage.secret, { units: 40 });
  let stays = 0;
  const nextStays = (count: number): Wish[] =>
    Array.from({ length: count }, () => {
      stays += 1;
      const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 + (stays % 600) });
      const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
      return { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
    });
  await drain(nextStays(WARM_UP), 8, (wish) => wholeStay(stage, wish));
  for (const connections of [1, 8]) {
    const wishes = nextStays(connections * 12);
    results.push({
      connections,
      figures: await withProcessorTime(stage.demo, () =>
        drain(wishes, connections, (wish) => wholeStay(stage, wish)),
      ),
    });
  }
  return results;
}
