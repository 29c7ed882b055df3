import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authorization } from './authorization.ts';
import { declaredStreams, TOPOLOGY } from './topology.ts';
import { loginsOf, natsUsers, OBSERVER, PROVISIONER } from './users.ts';

const users = natsUsers(() => 'secret');

test('authorization.conf is up to date (npm run nats:render)', () => {
  expect(readFileSync(join(import.meta.dirname, 'authorization.conf'), 'utf8')).toBe(authorization());
});

test('a user publishes only its own events and calls only its declared neighbours', () => {
  const inventory = users.find(({ user }) => user === 'inventory');
  expect(inventory?.publish).toContain('evt.inventory.>');
  expect(inventory?.publish?.filter((subject) => subject.startsWith('rpc.'))).toEqual([]);
  for (const { user, publish, subscribe } of users) {
    if (user === OBSERVER || user === PROVISIONER) continue;
    expect(publish).not.toContain('>');
    const service = user.replace(/_b$/, '');
    expect(subscribe).toEqual([`rpc.${service}.>`, `_INBOX_${service}.>`, '$SRV.>']);
  }
});

test('both logins of a service have the same rights', () => {
  for (const service of Object.keys(TOPOLOGY)) {
    const [first, second] = loginsOf(service).map((login) => users.find(({ user }) => user === login));
    expect(first).toBeDefined();
    expect(second).toEqual({ ...first, user: `${service}_b` });
  }
});

test('a service whose events no other service consumes may not publish any', () => {
  for (const name of ['gateway', 'channels', 'notifications']) {
    const publish = users.find(({ user }) => user === name)?.publish ?? [];
    expect(publish.filter((subject) => subject.startsWith('evt.'))).toEqual([]);
  }
});

test('of JetStream a service gets what it publishes and consumes, and nothing to create or change', () => {
  const streams = declaredStreams();
  expect(streams.map(({ name }) => name)).toEqual(['EVT_INVENTORY', 'EVT_RESERVATIONS', 'EVT_PAYMENTS']);
  const publishOf = (name: string) => users.find(({ user }) => user === name)?.publish;
  for (const { publisher, name, subjects, consumers } of streams) {
    expect(publishOf(publisher)).toEqual(
      expect.arrayContaining([`$JS.API.STREAM.INFO.${name}`, ...subjects]),
    );
    expect(publishOf(PROVISIONER)).toContain(`$JS.API.STREAM.CREATE.${name}`);
    for (const consumer of consumers) {
      expect(publishOf(PROVISIONER)).toContain(`$JS.API.CONSUMER.CREATE.${name}.${consumer}.>`);
      expect(publishOf(consumer)).toContain(`$JS.API.CONSUMER.MSG.NEXT.${name}.${consumer}`);
    }
  }
  const rights = users.filter(({ user }) => user !== PROVISIONER).flatMap(({ publish = ['>'] }) => publish);
  const reading = users.flatMap(({ user, publish = [] }) =>
    publish.filter((subject) => subject.includes('STREAM.MSG.')).map((subject) => `${user} ${subject}`),
  );
  const ownOnly = streams.flatMap(({ publisher, name }) =>
    loginsOf(publisher).map((login) => `${login} $JS.API.STREAM.MSG.GET.${name}`),
  );
  expect(reading.toSorted(), 'messages are read of a service’s own stream alone').toEqual(ownOnly.toSorted());
  const others = rights.filter((subject) => !subject.startsWith('$JS.API.STREAM.MSG.GET.'));
  const ofJetStream = others.filter((subject) => subject.startsWith('$JS.') || subject.startsWith('>'));
  expect(ofJetStream.filter((subject) => !/^\$JS\.(ACK|API\.\w+\.(INFO|MSG\.NEXT))\./.test(subject))).toEqual(
    [],
  );
});

test('a service publishes to the inboxes that its callers have for it, and to no other', () => {
  const inboxesOf = (name: string) =>
    users.find(({ user }) => user === name)?.publish?.filter((subject) => subject.startsWith('_INBOX'));
  expect(inboxesOf('inventory')).toEqual([
    '_INBOX_gateway.inventory.>',
    '_INBOX_reservations.inventory.>',
    '_INBOX_channels.inventory.>',
  ]);
  expect(inboxesOf('channels')).toEqual(['_INBOX_gateway.channels.>']);
  expect(inboxesOf('gateway')).toEqual([]);
});

test('the observer has no way to send anything, and reads events and advisories', () => {
  const observer = users.find(({ user }) => user === OBSERVER);
  // No user may subscribe to it; the server takes an empty list for all subjects.
  expect(observer?.publish).toEqual([`_INBOX_${OBSERVER}.>`]);
  expect(observer?.subscribe).toEqual(['evt.>', '$JS.EVENT.ADVISORY.>']);
  for (const { publish, subscribe } of users) {
    expect(publish).toBeDefined();
    expect(subscribe).not.toContain('>');
  }
});
