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
