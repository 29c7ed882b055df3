const id = {
  endpoint: '0197a2d1-4a4b-7c4d-8e4f-404142434445',
  delivery: '0197a2d2-5a5b-7c5d-8e5f-505152535455',
};

const createdAt = '2027-05-03T08:30:00.000Z';
const newEndpoint = {
  url: 'https://hooks.shop.example/lodging',
  eventTypes: ['reservation.created', 'reservation.confirmed', 'reservation.cancelled'],
};
const endpoint = {
  id: id.endpoint,
  ...newEndpoint,
  enabled: true,
  failureCount: 0,
  lastFailureAt: '2027-05-03T09:05:00.310Z',
  lastSuccessAt: '2027-05-03T09:05:05.420Z',
  createdAt,
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

/** Of the event that is delivered. */
export function webhookExamples(event: {
  readonly id: string;
  readonly type: string;
}): Readonly<Record<string, unknown>> {
  const delivery = {
    id: id.delivery,
    eventId: event.id,
    eventType: event.type,
    status: 'succeeded',
    attempts: [
      { at: '2027-05-03T09:05:00.250Z', status: 503, durationMs: 60, error: 'the answer was 503' },
      { at: '2027-05-03T09:05:05.380Z', status: 204, durationMs: 40, error: null },
    ],
    nextAttemptAt: null,
    createdAt: '2027-05-03T09:05:00.200Z',
  };
  return {
    NewWebhookEndpoint: newEndpoint,
    WebhookEndpoint: endpoint,
    IssuedWebhookEndpoint: { ...endpoint, lastFailureAt: null, lastSuccessAt: null, secret },
    WebhookEndpoints: { webhookEndpoints: [endpoint] },
    WebhookPing: { deliveryId: id.delivery },
    WebhookDelivery: delivery,
    WebhookDeliveryPage: { deliveries: [delivery], nextCursor: null },
    WebhookEvent: event,
    WebhookEventPage: { events: [event], nextCursor: null },
  };
}
