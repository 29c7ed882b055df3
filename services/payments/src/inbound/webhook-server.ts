import { problems } from '@lodging/contract-wire';
import type { Clock } from '@lodging/kernel';
import { createHttpServer, sendProblem } from '@lodging/kit-http';
import type { Logger } from '@lodging/kit-runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notificationsReceived } from '../metrics.ts';
import type { UseCases } from '../use-cases/index.ts';
import { readNotification } from './read-notification.ts';
import { verifySignature } from './verify-signature.ts';

export interface WebhookServerOptions {
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after a notification was stored. */
  readonly onStored: () => void;
}

/** The provider's largest events are a small part of this. */
const BODY_LIMIT_BYTES = 256 * 1024;

export function webhookServer(useCases: UseCases, options: WebhookServerOptions): FastifyInstance {
  const app = createHttpServer({
    name: 'webhooks',
    log: options.log,
    problems,
    problemBase: '/problems',
    bodyLimitBytes: BODY_LIMIT_BYTES,
  });
  app.register((scope, _options, done) => {
    // The signature is over the bytes as they came, so no parser may touch them, whatever they are said to be.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post('/webhooks/stripe', (request, reply) => takeNotification(useCases, options, request, reply));
    done();
  });
  return app;
}

function countReceived(outcome: 'stored' | 'duplicate' | 'rejected' | 'unreadable' | 'failed'): void {
  notificationsReceived.add(1, { 'lodging.outcome': outcome });
}

async function takeNotification(
  useCases: UseCases,
  { secrets, clock, log, onStored }: WebhookServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const now = clock.now();
  const verified = verifySignature(body, request.headers['stripe-signature'], secrets, now);
  if (!verified.ok) {
    countReceived('rejected');
    log.warn(
      { bytes: body.length, requestId: request.id },
      'a notification with a bad signature was refused',
    );
    return sendProblem(reply, {
      code: 'invalid_signature',
      detail: 'The Stripe-Signature header does not fit the body, or its time is not now.',
    });
  }
  const notification = readNotification(verified.payload, now);
  if (notification === undefined) {
    countReceived('unreadable');
    return sendProblem(reply, {
      code: 'validation_failed',
      detail: 'The body is not an event.',
      extra: { errors: [{ pointer: '', message: 'An event is an object with an id and a type.' }] },
    });
  }
  try {
    const isNew = await useCases.storeNotification(notification);
    countReceived(isNew ? 'stored' : 'duplicate');
    if (isNew) onStored();
  } catch (error) {
    countReceived('failed');
    // Not acknowledged, so the provider sends it again.
    log.error({ err: error, event: notification.providerEventId }, 'a notification could not be stored');
    return sendProblem(reply, {
      code: 'service_unavailable',
      detail: 'The notification could not be stored. Send it again.',
      extra: { retryAfterSeconds: 5 },
    });
  }
  return reply.code(200).send({ received: true });
}
