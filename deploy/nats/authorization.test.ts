import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authorization } from './authorization.ts';
import { declaredStreams } from './topology.ts';
import { natsUsers, OBSERVER } from './users.ts';

const users = natsUsers(() => 'secret');

test('authorization.conf is up to date (npm run nats:render)', () => {
  expect(readFileSync(join(import.meta.dirname, 'authorization.conf'), 'utf8')).toBe(authorization());
});

test('a user publishes only its own events and calls only its declared neighbours', () => {
  const inventory = users.find(({ user }) => user === 'inventory');
  expect(inventory?.publish).toContain('evt.inventory.>');
  expect(inventory?.publish?.filter((subject) => subject.startsWith('rpc.'))).toEqual([]);
  for (const { user, publish, subscribe } of users) {
    if (user === OBSERVER) continue;
    expect(publish).not.toContain('>');
    expect(subscribe).toEqual([`rpc.${user}.>`, `_INBOX_${user}.>`, '$SRV.>']);
  }
});

test('a service whose events no other service consumes may not publish any', () => {
  for (const name of ['gateway', 'channels', 'notifications']) {
    const publish = users.find(({ user }) => user === name)?.publish ?? [];
    expect(publish.filter((subject) => /^evt\.|STREAM\.(CREATE|UPDATE)/.test(subject))).toEqual([]);
  }
});

test('the publisher of a stream may create it, and its consumers may read it', () => {
  const streams = declaredStreams();
  expect(streams.map(({ name }) => name)).toEqual(['EVT_INVENTORY', 'EVT_RESERVATIONS', 'EVT_PAYMENTS']);
  const publishOf = (name: string) => users.find(({ user }) => user === name)?.publish;
  for (const { publisher, name, subjects, consumers } of streams) {
    expect(publishOf(publisher)).toEqual(
      expect.arrayContaining([`$JS.API.STREAM.CREATE.${name}`, ...subjects]),
    );
    for (const consumer of consumers) {
      expect(publishOf(consumer)).toContain(`$JS.API.CONSUMER.MSG.NEXT.${name}.${consumer}`);
    }
  }
});
