import type { Explanation } from './explanation.ts';

export const webhookExplanations = {
  webhook_endpoint_not_found: {
    meaning: 'The tenant has no webhook endpoint under this id, or it was deleted.',
    remedy: 'List the webhook endpoints.',
  },
  webhook_delivery_not_found: {
    meaning: 'The endpoint has no delivery under this id, or it is older than 30 days.',
    remedy: 'List the deliveries of the endpoint.',
  },
  webhook_endpoint_limit_reached: {
    meaning: 'The tenant has 200 webhook endpoints, which is as many as it may have.',
    remedy: 'Delete those that are not needed; one endpoint can take every type of event.',
  },
} as const satisfies Record<string, Explanation>;
