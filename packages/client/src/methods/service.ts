import type { Api } from '../api.ts';

/** Events, webhook endpoints, and the service itself. */
export const serviceMethods = ({ call, list, send }: Api) => ({
  events: {
    /** Lists the events of the last 30 days, oldest first. */
    list: list('/v1/events', 'events', 'query'),
  },
  webhookEndpoints: {
    /** Creates an endpoint; its signing secret is returned only once. */
    create: send('post', '/v1/webhook-endpoints'),
    /** All endpoints, without their secrets. */
    list: list('/v1/webhook-endpoints', 'webhookEndpoints'),
    /** One endpoint, without its secret. */
    get: call('get', '/v1/webhook-endpoints/{id}'),
    /** Removes an endpoint; it is sent nothing more. */
    delete: call('delete', '/v1/webhook-endpoints/{id}'),
    /** Rotates the secret; for 24 hours deliveries are signed with both. */
    rotateSecret: call('post', '/v1/webhook-endpoints/{id}/rotate-secret'),
    /** Sends a `webhook.ping` to this endpoint. */
    ping: call('post', '/v1/webhook-endpoints/{id}/ping'),
    /** Lists deliveries, newest first, each with its attempts. */
    listDeliveries: list('/v1/webhook-endpoints/{id}/deliveries', 'deliveries', 'query'),
    /** Redelivers the event. */
    redeliver: call('post', '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver'),
  },
  mailSettings: {
    /** The settings of mails to guests. */
    get: call('get', '/v1/mail-settings'),
    /** Replaces the settings; absent fields get their defaults. */
    put: send('put', '/v1/mail-settings'),
  },
  mailTemplates: {
    /** The template of a mail in one language; the built-in one where none was put. */
    get: call('get', '/v1/mail-templates/{type}/{language}'),
    /** Adds or replaces a template. */
    put: send('put', '/v1/mail-templates/{type}/{language}'),
    /** Back to the built-in template. */
    delete: call('delete', '/v1/mail-templates/{type}/{language}'),
    /** The mail as it would be sent now. */
    preview: send('post', '/v1/mail-templates/{type}/{language}/preview', true),
  },
  operatorSessions: {
    /** Signs an operator in; the token is the `key` of another client. */
    create: send('post', '/v1/operator/sessions'),
    /** Signs out the operator whose token is the key of this client. */
    end: call('delete', '/v1/operator/sessions/current'),
  },
  /** Checks that the API is reachable. Needs no key. */
  ping: call('get', '/v1/ping'),
});
