import { expect, test } from 'vitest';
import { natsConfig } from './nats-config.ts';

const base = { port: 4222, storeDirectory: '/data' };

test('it listens on the loopback interface alone', () => {
  expect(natsConfig({ ...base, users: undefined })).toContain('listen: "127.0.0.1:4222"');
});

test('a user may publish and subscribe to what it is allowed to', () => {
  const users = [
    { user: 'inventory', password: 'p', publish: ['evt.inventory.>'], subscribe: ['rpc.inventory.>'] },
  ];
  const text = natsConfig({ ...base, users });
  expect(text).toContain('publish: ["evt.inventory.>"]');
  expect(text).toContain('subscribe: ["rpc.inventory.>"]');
});

test('a quote in a password cannot end the string', () => {
  const text = natsConfig({ ...base, users: [{ user: 'a', password: 'p" }' }] });
  expect(text).toContain(String.raw`password: "p\" }"`);
});

test('users of an account are kept apart with streams of their own', () => {
  const text = natsConfig({ ...base, users: [{ user: 'a', password: 'p', account: 'A' }] });
  expect(text).toContain('"A" { jetstream: enabled');
});

test('a server of a cluster has a name, and knows the way to the others', () => {
  const text = natsConfig({
    ...base,
    users: undefined,
    peer: { name: 'n1', routePort: 6222, routePorts: [6222, 6223] },
  });
  expect(text).toContain('server_name: "n1"');
  expect(text).toContain('listen: "127.0.0.1:6222"');
  expect(text).toContain('routes: ["nats-route://127.0.0.1:6222", "nats-route://127.0.0.1:6223"]');
});
