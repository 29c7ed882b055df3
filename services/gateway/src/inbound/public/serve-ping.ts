import { instantText } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import type { FastifyInstance } from 'fastify';
import { servePreflights } from './cors.ts';

export function servePing(app: FastifyInstance, clock: Clock): void {
  servePreflights(app, ['/v1/ping']);
  app.get('/v1/ping', async () => ({ ok: true, ts: instantText(clock.now()) }));
}
