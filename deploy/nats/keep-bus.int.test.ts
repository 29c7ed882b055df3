import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findStream } from '@lodging/kit-messaging';
import { startNats } from '@lodging/kit-testing/servers';
import { eventually } from '@lodging/kit-testing';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepBus } from './keep-bus.ts';
import { natsUsers, PROVISIONER } from './users.ts';

const users = natsUsers((user) => `pw-of-${user}`);
let directory: string;
let nats: Awaited<ReturnType<typeof startNats>>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-nats-keep-'));
  nats = await startNats({ directory, users });
});
afterAll(async () => {
  await nats.stop();
  rmSync(directory, { recursive: true, force: true });
});

const createdAt = async (): Promise<string | undefined> => {
  const { port } = nats;
  const connection = await connect({
    port,
    user: 'payments',
    pass: 'pw-of-payments',
    inboxPrefix: '_INBOX_payments',
  });
  const found = await findStream({ connection }, 'EVT_PAYMENTS');
  await connection.close();
  return found?.createdAt;
};

test('streams and consumers are there at once, and again seconds after the store was lost', async () => {
  const changes: string[] = [];
  const keeper = await keepBus({
    url: `nats://${PROVISIONER}:pw-of-${PROVISIONER}@127.0.0.1:${nats.port}`,
    replicas: 1,
    onChange: (text) => changes.push(text),
    onFailure: () => undefined,
  });
  const before = await createdAt();
  expect(before).toBeDefined();
  await keeper.check();

  const { port } = nats;
  await nats.stop();
  rmSync(join(directory, 'jetstream'), { recursive: true, force: true });
  nats = await startNats({ directory, port, users });
  const after = await eventually('the stream is there again', createdAt, { withinMs: 15_000 });
  expect(after).not.toBe(before);
  await eventually('it is reported', () => changes.length === 2);
  expect(changes[1]).toBe(changes[0]);
  await keeper.check();
  await keeper.stop();
}, 60_000);
