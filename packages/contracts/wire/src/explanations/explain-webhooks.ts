import type { Explanation } from './explanation.ts';

export const webhookExplanations = {
  webhook_endpoint_not_found: {
    meaning: 'The tenant has no webhook endpoint with this id, or it was deleted.',
    remedy: 'List the webhook endpoints.',
  },
  webhook_delivery_not_found: {
    meaning: 'The endpoint has no delivery with this id, or it is older than 30 days.',
    remedy: 'List the deliveries of the endpoint.',
  },
  template_invalid: {
    meaning:
      'A part of the mail template has broken syntax, an unknown variable, tag or filter, or exceeds a bound of size, ' +
      'loops or time. `part` is `subject`, `text` or `html`, `line` the line in it, `reason` says what is wrong.',
    remedy: 'Correct the line. The guide on mails lists the variables.',
  },
  webhook_endpoint_limit_reached: {
    meaning:
      'The tenant has 50 webhook endpoints, or 5 with this host (on any port). `limit` is the limit that is reached.',
    remedy: 'Delete endpoints that are not needed. One endpoint can receive every event type.',
  },
} as const satisfies Record<string, Explanation>;
