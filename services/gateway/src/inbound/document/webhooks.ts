import { webhookEvents } from '@lodging/contract-public';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { jsonContent } from './operation.ts';

const DELIVERY =
  'Sent with Standard Webhooks (https://www.standardwebhooks.com). Verify the signature over ' +
  '`{webhook-id}.{webhook-timestamp}.{body}` with the endpoint’s secret, refuse a timestamp more than 300 seconds away, ' +
  'and recognise repeats by `webhook-id`. Tries at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, each up to 20 % off; ' +
  'each waits 15 seconds; redirects are not followed. Events may overtake one another: `sequence` grows per reservation. ' +
  'At most 20 KiB, and nothing of the guest in it.';

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
    'The id of the event, the same with every try.',
    '0197a206-7788-7990-8aab-bccddeeff001',
  ),
  header('webhook-timestamp', 'When this try was sent, in seconds since 1970.', '1809334800'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA-256 in base64; several, separated by spaces, while a secret is rotated.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const RETRIED = { description: 'Not taken; it is tried again, `Retry-After` at the earliest.' };

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
          '2XX': { description: 'Taken; it is not sent again.' },
          410: { description: 'The endpoint is gone for good: it is disabled.' },
          '4XX': RETRIED,
          '5XX': RETRIED,
        },
      };
      return [type, { post }];
    }),
  );
}
