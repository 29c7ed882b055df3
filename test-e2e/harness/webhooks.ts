import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import type { Delivery, Registered, WebhookEndpoint } from './records.ts';
import type { WebhookBody } from './webhook-receiver.ts';

export const ENDPOINTS = '/v1/webhook-endpoints';
export const EVERY_TYPE = [
  'reservation.created',
  'reservation.confirmed',
  'reservation.cancelled',
  'payment.succeeded',
  'payment.failed',
  'refund.created',
];

export function register(
  client: Client,
  url: string,
  eventTypes = EVERY_TYPE,
): Promise<Answer<Registered & { code?: string; errors?: { pointer: string }[] }>> {
  return client.post(ENDPOINTS, { url, eventTypes });
}

export async function registered(client: Client, url: string, eventTypes = EVERY_TYPE): Promise<Registered> {
  const answer = await register(client, url, eventTypes);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export async function readEndpoint(client: Client, id: string): Promise<WebhookEndpoint> {
  const answer = await client.get<WebhookEndpoint>(`${ENDPOINTS}/${id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

export async function deliveriesTo(client: Client, id: string): Promise<Delivery[]> {
  return everyPage<Delivery>(client, `${ENDPOINTS}/${id}/deliveries?limit=100`, 'deliveries');
}

export async function eventsOf(client: Client, query = '', limit = 100): Promise<WebhookBody[]> {
  return everyPage<WebhookBody>(client, `/v1/events?limit=${limit}&${query}`, 'events');
}

async function everyPage<T>(client: Client, path: string, list: string): Promise<T[]> {
  const seen: T[] = [];
  let cursor: unknown = '';
  while (typeof cursor === 'string') {
    const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Answer = await client.get(`${path}${more}`);
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    seen.push(...(page.body[list] as T[]));
    cursor = page.body['nextCursor'];
  }
  return seen;
}

export async function ping(client: Client, id: string): Promise<string> {
  const answer = await client.post<{ deliveryId: string }>(`${ENDPOINTS}/${id}/ping`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body.deliveryId;
}
