import { webhookEvents } from '@lodging/contract-public';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { jsonContent } from './operation.ts';

const DELIVERY =
  'Sent with Standard Webhooks (https://www.standardwebhooks.com). Verify the signature over ' +
  '`{webhook-id}.{webhook-timestamp}.{body}` with the endpoint’s secret, reject a timestamp that differs by more than 300 seconds, ' +
  'and deduplicate by `webhook-id`. Attempts at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, each up to 20 % off; ' +
  'each with a timeout of 15 seconds; redirects are not followed. Events may arrive out of order: `sequence` increases per reservation. ' +
  'At most 20 KiB, without guest data.';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
});

const HEADERS = [
  header(
    'webhook-id',
    'The id of the event, the same for every attempt.',
    '0197a206-7788-7990-8aab-bccddeeff001',
  ),
  header('webhook-timestamp', 'The time of this attempt, in seconds since 1970.', '1809334800'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA-256 in base64; several, separated by spaces, while a secret is rotated.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const RETRIED = { description: 'Not accepted; it is retried, not before `Retry-After`.' };

export function webhooks(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    Object.entries(webhookEvents).map(([type, shape]) => {
      const { id, description = '' } = shape.meta() ?? {};
      const post = {
        operationId: `on${id}`,
        tags: ['Events'],
        summary: description,
        description: DELIVERY,
        security: [],
        parameters: HEADERS,
        requestBody: { required: true, content: jsonContent(shape) },
        responses: {
          '2XX': { description: 'Accepted; it is not sent again.' },
          410: { description: 'The endpoint is permanently gone: it is disabled.' },
          '4XX': RETRIED,
          '5XX': RETRIED,
        },
      };
      return [type, { post }];
    }),
  );
}
