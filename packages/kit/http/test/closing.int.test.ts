import { createLogger } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import { createHttpServer, PROTOCOL_CODES } from '../src/index.ts';

it('a closing server responds to requests in progress and closes right after, though the client keeps its connection alive', async () => {
  const problems = Object.fromEntries(PROTOCOL_CODES.map((code) => [code, { status: 500, title: code }]));
  const options = {
    name: 'closing',
    log: createLogger({ name: 'test', level: 'silent' }),
    problems,
    problemBase: '/problems',
    bodyLimitBytes: 1,
  };
  const app = createHttpServer(options);
  const started = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    started.resolve();
    await held.promise;
    return { ok: true };
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = fetch(`${url}/slow`);
  await started.promise;
  const closed = app.close();
  while (app.server.listening) await new Promise((resolve) => setImmediate(resolve));
  held.resolve();
  expect((await answer).status).toBe(200);
  const since = performance.now();
  await closed;
  expect(performance.now() - since).toBeLessThan(5_000);
}, 10_000);
