/** What a reader learns first; the reference page and the OpenAPI document show it before everything else. */
export const OVERVIEW = [
  'The Lodging API sells stays: hotel rooms, apartments, villas and other resources that are booked by time. It is HTTP ' +
    'and JSON; an error is `application/problem+json` with a stable `code`.',
  'A guest books in six calls: availability, quote, hold, e-mail code, payment, confirmation. The operator’s own system ' +
    'creates a booking in one call, and sets rates, prices and restrictions.',
  'Use a test key first: it acts on the operator’s sandbox through the same API, and no money moves.',
] as const;

/** A search, which changes nothing: five lines for a shell. */
export function firstRequest(publicUrl: string): string {
  return [
    `export LODGING_URL=${publicUrl}`,
    'export LODGING_KEY=sk_test_…',
    'curl "$LODGING_URL/v1/search" \\',
    '  -H "Authorization: Bearer $LODGING_KEY" -H \'Content-Type: application/json\' \\',
    `  -d '{"dates":{"arrival":"2027-06-10","departure":"2027-06-12"},"adults":2,"kinds":["hotel_room"]}'`,
  ].join('\n');
}

interface Convention {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** What holds for every operation. */
export const CONVENTIONS: readonly Convention[] = [
  {
    title: 'Keys',
    paragraphs: [
      'Send `Authorization: Bearer <API_KEY>`. Secret keys (`sk_…`) are for servers; publishable ones (`pk_…`) for browsers on ' +
        'listed origins. Test keys (`sk_test_…`, `pk_test_…`) act on the operator’s sandbox.',
      'Each operation needs one permission of a secret key: `read` (every GET), `book` (quotes, holds, bookings, payments), ' +
        '`operate` (resources, rates, calendars, webhooks) or a special one such as `payment:refund:create`. A key whose list ' +
        'contains none of them has `read`, `book` and `operate`. `house` (blocks and conflicts of calendars) is a part of `operate`.',
      'The session of an operator (`os_…`) is accepted wherever a secret key is, with the permissions of the role: `viewer` has ' +
        '`read`; `front_desk` has `read`, `book` and `house`; `manager` has all but `booking:penalty:override`; `admin` has all. ' +
        'The operator’s console has its session in a cookie instead, which counts for requests of its own pages alone.',
    ],
  },
  {
    title: 'Formats',
    paragraphs: [
      'Ids are UUIDs, in upper or lower case. Timestamps are RFC 3339, returned in UTC. Dates are `YYYY-MM-DD`; in a range of ' +
        'dates `to` is exclusive. Amounts are strings of digits in minor units, with a separate currency.',
      'Unknown fields and query parameters are ignored; responses may gain fields.',
    ],
  },
  {
    title: 'Languages',
    paragraphs: [
      'Texts with `translations` are returned in the language of `Accept-Language`, by the lookup of RFC 4647, and otherwise ' +
        'as they were written; `Content-Language` names the language. Read without the header what you send back.',
    ],
  },
  {
    title: 'Idempotency',
    paragraphs: [
      'If an operation takes an Idempotency-Key, a repeated request with the same key and body returns what the first one ' +
        'created, in its current state: 200 instead of 201, with `Idempotent-Replayed: true`. The same key with another body is ' +
        '`idempotency_key_conflict`. Refusals are not stored.',
    ],
  },
  {
    title: 'Lists',
    paragraphs: [
      'Lists are ordered by creation. `limit` defaults to 20, and `cursor` requests the next page: pass `nextCursor` of the ' +
        'previous one.',
    ],
  },
  {
    title: 'Errors',
    paragraphs: [
      'Errors are `application/problem+json`; match on `code`. Each code has a page at `/problems/{code}`.',
      'Checks run in this order: key, suspended tenant, kind of key, permission, origin, rate limit, body, permission for a field ' +
        'of the body, existence, token, state, payment.',
      'A response lists the first 20 errors of a body, with their number in `errorCount`; validation of a list stops at its ' +
        'twentieth error. Browsers can read errors from any origin (`Access-Control-Allow-Origin`, never with credentials), and ' +
        'successful responses from a listed origin only. With `Origin: null` they can read neither.',
    ],
  },
  {
    title: 'Limits',
    paragraphs: [
      '6000 requests a minute per secret key, and 1200 per publishable key and client address, unless a key has its own limit; ' +
        'the RateLimit headers have the remaining quota.',
      'Searches, quotes, calendars, and availability with alternatives count as one request per 1,000 nights × plans evaluated; ' +
        'a request that costs more than the remaining quota is answered, and the next one is refused.',
      'The maximum size of each body, list and record is documented; a list that is too long is refused before its elements are ' +
        'validated.',
    ],
  },
  {
    title: 'Versions',
    paragraphs: ['`/v1` stays backwards compatible; additions are optional.'],
  },
];

/** The description of the OpenAPI document, in Markdown. */
export function introduction(publicUrl: string): string {
  return [
    ...OVERVIEW,
    `**First request.**\n\n\`\`\`sh\n${firstRequest(publicUrl)}\n\`\`\``,
    ...CONVENTIONS.map(({ title, paragraphs }) => `**${title}.** ${paragraphs.join('\n\n')}`),
  ].join('\n\n');
}
