import type { Api } from '../api.ts';

/** Events, webhook endpoints, and the service itself. */
export const serviceMethods = ({ call, list, send }: Api) => ({
  events: {
    /** What happened in the last 30 days, oldest first. */
    list: list('/v1/events', 'events', 'query'),
  },
  webhookEndpoints: {
    /** Registers an endpoint; its signing secret is shown this once. */
    create: send('post', '/v1/webhook-endpoints'),
    list: list('/v1/webhook-endpoints', 'webhookEndpoints'),
    get: call('get', '/v1/webhook-endpoints/{id}'),
    delete: call('delete', '/v1/webhook-endpoints/{id}'),
    /** Replaces the secret; for 24 hours both sign. */
    rotateSecret: call('post', '/v1/webhook-endpoints/{id}/rotate-secret'),
    /** Sends a `webhook.ping` to this endpoint. */
    ping: call('post', '/v1/webhook-endpoints/{id}/ping'),
    /** Newest first, each with its tries. */
    listDeliveries: list('/v1/webhook-endpoints/{id}/deliveries', 'deliveries', 'query'),
    /** Delivers the same event again. */
    redeliver: call('post', '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver'),
  },
  operatorSessions: {
    /** Signs an operator in; the token is the `key` of another client. */
    create: send('post', '/v1/operator/sessions'),
    /** Signs out the operator whose token is the key of this client. */
    end: call('delete', '/v1/operator/sessions/current'),
  },
  /** Is the service there? Needs no key. */
  ping: call('get', '/v1/ping'),
});
