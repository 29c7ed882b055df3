import type { Api } from '../api.ts';

/** Events, webhook endpoints, and the service itself. */
export const serviceMethods = ({ call, list, send, text }: Api) => ({
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
    /** Enables or disables the endpoint, or changes its address or event types. */
    update: send('patch', '/v1/webhook-endpoints/{id}'),
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
    /** Its HTML, for a frame of the console. */
    previewPage: text('/v1/mail-templates/{type}/{language}/preview.html', 'query'),
  },
  operatorSessions: {
    /** Signs an operator in; the token is the `key` of another client. */
    create: send('post', '/v1/operator/sessions'),
    /** Signs out the operator whose token is the key of this client. */
    end: call('delete', '/v1/operator/sessions/current'),
  },
  /** Of a page of the console, with `credentials: 'same-origin'` and without a key. */
  consoleSession: {
    /** Signs an operator in; the browser gets the session in a cookie. */
    create: send('post', '/v1/console/session'),
    /** Who is signed in. */
    get: call('get', '/v1/console/session'),
    /** Signs the operator out of this browser. */
    end: call('delete', '/v1/console/session'),
    /** Ends every session of the operator. */
    endAll: call('delete', '/v1/console/sessions'),
    /** The open sessions of the operator. */
    listAll: call('get', '/v1/console/sessions'),
    /** Changes the own password; every other session ends. */
    changePassword: send('put', '/v1/console/password'),
  },
  /** Checks that the API is reachable. Needs no key. */
  ping: call('get', '/v1/ping'),
});
