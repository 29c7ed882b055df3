import type { Clock } from '@lodging/kernel';
import type { FastifyInstance } from 'fastify';
import { answerPreflights } from './cors.ts';

export function servePing(app: FastifyInstance, clock: Clock): void {
  answerPreflights(app, ['/v1/ping']);
  app.get('/v1/ping', async () => ({ ok: true, ts: clock.now().toString({ smallestUnit: 'millisecond' }) }));
}
