import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@lodging/kit-testing/servers';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provisionBus } from './provision-bus.ts';
import { declaredStreams, TOPOLOGY } from './topology.ts';
import { natsUsers, OBSERVER, PROVISIONER } from './users.ts';

const password = (user: string): string => `pw-of-${user}`;
const SERVICES = Object.keys(TOPOLOGY);
const streams = declaredStreams();

let directory: string;
let nats: Awaited<ReturnType<typeof startNats>>;

const connectAs = (user: string): Promise<NatsConnection> =>
  connect({
    servers: nats.url,
    user,
    pass: password(user),
    inboxPrefix: `_INBOX_${user}`,
    reconnect: false,
  });

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-nats-rights-'));
  nats = await startNats({ directory, users: natsUsers(password) });
  const provisioner = await connectAs(PROVISIONER);
  await provisionBus(provisioner, { replicas: 1 });
  await provisioner.close();
});
afterAll(async () => {
  await nats.stop();
  rmSync(directory, { recursive: true, force: true });
});

interface Tries {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** What an attacker with the password of a service would try, so that the server acts for it or lets it listen. */
function triesOf(user: string): Tries {
  const { calls = [], consumes = [] } = TOPOLOGY[user] ?? {};
  const others = SERVICES.filter((other) => other !== user);
  const callers = SERVICES.filter((other) => TOPOLOGY[other]?.calls.includes(user));
  return {
    publish: [
      // A stream of its own that captures or republishes what its user may not touch.
      '$JS.API.STREAM.CREATE.PWN',
      `$JS.API.STREAM.CREATE.EVT_${user.toUpperCase()}`,
      ...streams.flatMap(({ name, publisher, consumers }) => [
        ...['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'SNAPSHOT', 'MSG.DELETE'].map(
          (verb) => `$JS.API.STREAM.${verb}.${name}`,
        ),
        // What a publisher has sent is its own.
        ...(publisher === user ? [] : [`$JS.API.STREAM.MSG.GET.${name}`]),
        `$JS.API.DIRECT.GET.${name}`,
        `$JS.API.CONSUMER.CREATE.${name}`,
        `$JS.API.CONSUMER.CREATE.${name}.pwn`,
        `$JS.API.CONSUMER.CREATE.${name}.${user}`,
        `$JS.API.CONSUMER.CREATE.${name}.${user}.evt`,
        `$JS.API.CONSUMER.DURABLE.CREATE.${name}.${user}`,
        ...consumers.map((consumer) => `$JS.API.CONSUMER.DELETE.${name}.${consumer}`),
        ...consumers
          .filter((consumer) => consumer !== user)
          .flatMap((consumer) => [
            `$JS.API.CONSUMER.MSG.NEXT.${name}.${consumer}`,
            `$JS.ACK.${name}.${consumer}.1.1.1.1.0`,
          ]),
      ]),
      ...others
        .filter((other) => !calls.includes(other))
        .flatMap((other) => [`rpc.${other}.v1.create-refund`, `rpc.${other}.v1.read-booking`]),
      ...others.map((other) => `evt.${other}.v1.made.up`),
      // The inbox of a process, that of JetStream's answers to it, and those that it has for other services.
      ...others.flatMap((other) => [`_INBOX_${other}.token`, `_INBOX_${other}.token.1`]),
      ...others.flatMap((caller) =>
        SERVICES.filter((callee) => callee !== user || !callers.includes(caller)).map(
          (callee) => `_INBOX_${caller}.${callee}.process.token`,
        ),
      ),
      '_INBOX.token.1',
      ...consumes.map((other) => `evt.${other}.v1.payment.succeeded`),
      '$SRV.PING',
      '$SYS.REQ.SERVER.PING',
    ],
    subscribe: [
      '>',
      '*.>',
      'rpc.>',
      'evt.>',
      '$JS.>',
      '$JS.EVENT.>',
      '_INBOX.>',
      ...others.flatMap((other) => [`rpc.${other}.>`, `_INBOX_${other}.>`, `evt.${other}.>`]),
      `rpc.${user}x.>`,
    ],
  };
}

/** The tries that the server let pass. */
async function passedOf(user: string, { publish, subscribe }: Tries): Promise<string[]> {
  const connection = await connectAs(user);
  const denied = new Set<string>();
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type !== 'error') continue;
      const [, operation, subject] = /(publish|subscription) to "([^"]+)"/i.exec(status.error.message) ?? [];
      if (subject !== undefined) denied.add(`${operation?.toLowerCase()} ${subject}`);
    }
  })();
  for (const subject of publish) connection.publish(subject, '{}');
  for (const subject of subscribe) connection.subscribe(subject, { callback: () => undefined });
  await connection.flush();
  await connection.flush();
  await connection.close();
  return [
    ...publish.filter((subject) => !denied.has(`publish ${subject}`)),
    ...subscribe.filter((subject) => !denied.has(`subscription ${subject}`)),
  ];
}

describe.each(SERVICES)('the user of %s', (user) => {
  test('makes the server neither capture, publish nor send what is not its own', async () => {
    expect(await passedOf(user, triesOf(user))).toEqual([]);
  });

  test('may do what it needs', async () => {
    const { publish = [], subscribe = [] } = natsUsers(password).find((one) => one.user === user) ?? {};
    const tries = { publish: publish.map((subject) => subject.replace('>', 'one')), subscribe };
    expect((await passedOf(user, tries)).toSorted()).toEqual([...tries.publish, ...subscribe].toSorted());
  });
});

test('the observer reads events and advisories, no request and no inbox, and publishes nothing', async () => {
  const everything = [
    '$JS.API.STREAM.NAMES',
    '$JS.API.INFO',
    '_INBOX.token.1',
    ...SERVICES.flatMap((user) => [...triesOf(user).publish, `rpc.${user}.v1.any`, `evt.${user}.v1.any`]),
  ];
  expect(await passedOf(OBSERVER, { publish: [...new Set(everything)], subscribe: [] })).toEqual([]);
  const hidden = [
    '>',
    '*.>',
    '*.*.>',
    '$JS.>',
    '$JS.API.>',
    '$SRV.>',
    '$SYS.>',
    'rpc.>',
    'rpc.*.v1.*',
    '_INBOX.>',
    `_INBOX_${OBSERVER}.>`,
    `_INBOX_${PROVISIONER}.>`,
    ...SERVICES.flatMap((user) => [`rpc.${user}.>`, `rpc.${user}.v1.any`, `_INBOX_${user}.>`]),
  ];
  const shown = ['evt.>', 'evt.reservations.>', '$JS.EVENT.ADVISORY.>'];
  expect(await passedOf(OBSERVER, { publish: [], subscribe: [...hidden, ...shown] })).toEqual(shown);
});
