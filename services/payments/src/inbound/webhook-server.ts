import { problems } from '@lodging/contract-wire';
import type { Clock } from '@lodging/kernel';
import { createHttpServer, sendProblem } from '@lodging/kit-http';
import type { HttpListener } from '@lodging/kit-messaging';
import { createLimitedLog } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notificationsReceived } from '../metrics.ts';
import type { Notification } from '../domain/notifications/notification.ts';
import { readNotification } from './read-notification.ts';
import { verifySignature } from './verify-signature.ts';

export interface WebhookServerDeps {
  readonly receiveNotification: (notification: Notification) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface WebhookServerOptions {
  readonly host: string;
  readonly port: number;
  /** The signing secrets of the webhook endpoint; two during a rotation. */
  readonly secrets: readonly string[];
}

/** Several times the provider's largest event. */
const BODY_LIMIT_BYTES = 256 * 1024;
/** Any client can post here, so lines about refused requests are limited; the metric counts all of them. */
const REFUSALS_LOGGED_PER_MINUTE = 50;

/** Receives the provider's notifications; each is acknowledged once it is stored. */
export function createWebhookServer(
  deps: WebhookServerDeps,
  { host, port, secrets }: WebhookServerOptions,
): HttpListener {
  const app = createHttpServer({
    name: 'webhooks',
    log: deps.log,
    problems,
    problemBase: '/problems',
    bodyLimitBytes: BODY_LIMIT_BYTES,
  });
  const logRefused = createLimitedLog({
    linesPerMinute: REFUSALS_LOGGED_PER_MINUTE,
    onSuppressed: (requests) =>
      deps.log.warn({ requests }, 'provider notifications: more requests with an invalid signature refused'),
  });
  const receiving = { ...deps, secrets, logRefused };
  app.register((scope, _options, done) => {
    // The signature covers the raw bytes, so no parser may touch them, whatever their media type is.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post('/webhooks/stripe', (request, reply) => receive(receiving, request, reply));
    done();
  });
  return { listen: () => app.listen({ host, port }), close: () => app.close() };
}

function countReceived(outcome: 'stored' | 'duplicate' | 'rejected' | 'unreadable' | 'failed'): void {
  notificationsReceived.add(1, { 'lodging.outcome': outcome });
}

interface ReceiveDeps extends WebhookServerDeps {
  readonly secrets: readonly string[];
  readonly logRefused: (write: () => void) => void;
}

async function receive(
  { receiveNotification, clock, log, secrets, logRefused }: ReceiveDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const now = clock.now();
  const verified = verifySignature(body, request.headers['stripe-signature'], secrets, now);
  if (!verified.ok) {
    countReceived('rejected');
    const fields = { bytes: body.length, requestId: request.id };
    logRefused(() => log.warn(fields, 'provider notifications: request with an invalid signature refused'));
    return sendProblem(reply, {
      code: 'invalid_signature',
      detail: 'The Stripe-Signature header does not match the body, or its timestamp is out of tolerance.',
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
    const isNew = await receiveNotification(notification);
    countReceived(isNew ? 'stored' : 'duplicate');
  } catch (error) {
    countReceived('failed');
    const fields = { err: error, event: notification.providerEventId };
    // Without an acknowledgement the provider sends it again.
    log.error(fields, 'provider notifications: event could not be stored; the provider sends it again');
    return sendProblem(reply, {
      code: 'service_unavailable',
      detail: 'The notification could not be stored. Send it again.',
      extra: { retryAfterSeconds: 5 },
    });
  }
  return reply.code(200).send({ received: true });
}
