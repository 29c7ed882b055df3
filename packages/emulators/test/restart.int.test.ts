import { mkdtemp, readFile, rm, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, sdk, startEmulator } from './start-emulator.ts';
import { SECRET, startWebhookInbox } from './webhook-inbox.ts';

const stay = { amount: 5000, currency: 'eur' };
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'emulator-'));
});
afterAll(async () => rm(directory, { recursive: true }));

describe('a restart', () => {
  it('keeps intents, keys, pending refunds and undelivered notifications', async () => {
    const stateFile = join(directory, 'deep', 'state.jsonl');
    const inbox = await startWebhookInbox();
    const webhooks = [{ url: inbox.url, secret: SECRET }];
    const first = await startEmulator({ stateFile, settleAfterMs: 60_000, webhooks });
    first.controls.notifications.rules.add({ effect: 'late', types: ['refund.created'], delayMs: 300 });
    const before = sdk(first);
    const params = { ...stay, confirm: true, payment_method: 'pm_card_pendingRefund' };
    const intent = await before.paymentIntents.create(params, { idempotencyKey: 'k' });
    await before.refunds.create({ payment_intent: intent.id });
    await first.stop();
    await appendFile(stateFile, '["paymentIntents","acct_hotel",{"object":{"id":"pi_torn');

    const second = await startEmulator({ stateFile, webhooks });
    const after = sdk(second);
    expect((await after.paymentIntents.create(params, { idempotencyKey: 'k' })).id).toBe(intent.id);
    expect((await after.paymentIntents.list()).data.map(({ id }) => id)).toEqual([intent.id]);
    await eventually(
      'the refund settles',
      async () => (await after.refunds.list()).data.at(0)?.status === 'succeeded',
    );
    await eventually('the late notification arrives', () =>
      inbox.events.some((event) => event.type === 'refund.created'),
    );
    await second.stop();
    await inbox.stop();
  });

  it('finds nothing after a reset', async () => {
    const stateFile = join(directory, 'reset.jsonl');
    const first = await startEmulator({ stateFile });
    await sdk(first).paymentIntents.create(stay);
    first.controls.reset();
    expect((await sdk(first).paymentIntents.list()).data).toEqual([]);
    await first.stop();
    const second = await startEmulator({ stateFile });
    expect((await sdk(second).paymentIntents.list()).data).toEqual([]);
    await second.stop();
    expect(await readFile(stateFile, 'utf8')).toBe('');
  });
});
