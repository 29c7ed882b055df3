export const INTRODUCTION = `
A guest's stay in six calls: availability, quote, hold, e-mail code, payment, confirmation. An operator's own system books
in one call, and sets rates, prices and restrictions.

**Keys.** Send \`Authorization: Bearer <API_KEY>\`. Secret keys (\`sk_…\`) are for servers; publishable ones (\`pk_…\`) for
browsers on listed origins. Test keys act on the operator's sandbox through the same API. Each operation needs one permission of
a secret key: \`read\` (every GET), \`book\` (quotes, holds, bookings, payments), \`operate\` (what is sold, rates, calendars,
webhooks) or one of its own such as \`payment:refund:create\`. A key with none of the first three has all three.

**Forms.** Ids are UUIDs, upper case or lower. Moments are RFC 3339 date-times with a zone, answered in UTC; dates are
\`YYYY-MM-DD\`, and where a range has dates its \`to\` is exclusive. Money is a string of digits in minor units beside its
currency. Unknown fields and query parameters are ignored; answers may gain fields.

**Idempotency.** Where an operation takes an Idempotency-Key, a repeat with the same key and body answers what the first call
made, as it is now: 200 instead of 201, with \`Idempotent-Replayed: true\`. The same key with another body is
\`idempotency_key_conflict\`. Refusals are not kept.

**Lists** ascend by creation, in pages of \`limit\` (20 unless told), and go on with \`cursor\`.

**Refusals** are \`application/problem+json\`; match on \`code\`. They come in this order: key, suspended tenant, kind of key,
permission, origin, rate limit, body, existence, token, state, payment. Each code has a page at \`/problems/{code}\`.

**Limits.** 6000 requests a minute for a secret key, 1200 for a publishable key and address, unless a key was given its own;
the RateLimit headers tell. Bodies have at most 256 KiB; 1 MiB where whole lists of prices or restrictions
are put, 16 KiB for quotes and holds, 4 KiB for codes, confirmations and sign-ins.

**Versions.** Everything under \`/v1\` stays as it is; what is added is optional.
`.trim();
