import { describe, expect, it } from 'vitest';
import { connect, PUBLISHABLE, SECRET, textOf } from './connect.ts';
import { problem, stubApi } from './stub-api.ts';

const ID = '0197f3a0-0000-7000-8000-000000000001';
const OF_SECRET_KEYS = ['booking_state', 'preview_cancellation', 'cancel_booking'];
const OF_ALL_KEYS = [
  'search',
  'availability',
  'quote',
  'hold',
  'send_code',
  'verify_code',
  'payment_link',
  'confirm_stay',
];

interface Schema {
  readonly properties?: Record<string, { readonly const?: unknown }>;
  readonly required?: string[];
}

async function toolsOf(key: string) {
  const { client } = await connect('http://127.0.0.1:9', key);
  return (await client.listTools()).tools;
}

describe('the tools of a key', () => {
  it('are all of them for a secret key', async () => {
    expect((await toolsOf(SECRET)).map(({ name }) => name)).toEqual([...OF_ALL_KEYS, ...OF_SECRET_KEYS]);
  });

  it('are without bookings and cancellations for a publishable key', async () => {
    expect((await toolsOf(PUBLISHABLE)).map(({ name }) => name)).toEqual(OF_ALL_KEYS);
    const { call } = await connect('http://127.0.0.1:9', PUBLISHABLE);
    await expect(call('cancel_booking', {})).rejects.toThrow(/not found/);
  });

  it('need a key', async () => {
    await expect(connect('http://127.0.0.1:9', 'adm_1')).rejects.toThrow('no secret or publishable key');
  });

  it('have a confirmation in their schema where money moves', async () => {
    const confirmed = (await toolsOf(SECRET)).filter(
      ({ inputSchema }) => (inputSchema as Schema).properties?.['confirm'] !== undefined,
    );
    expect(confirmed.map(({ name }) => name)).toEqual(['payment_link', 'confirm_stay', 'cancel_booking']);
    for (const { inputSchema } of confirmed) {
      expect((inputSchema as Schema).properties?.['confirm']?.const).toBe(true);
      expect((inputSchema as Schema).required).toContain('confirm');
    }
  });

  it('say which of them only read, and which one destroys', async () => {
    const tools = await toolsOf(SECRET);
    const named = (hint: 'readOnlyHint' | 'destructiveHint') =>
      tools.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
    expect(named('readOnlyHint')).toEqual([
      'search',
      'availability',
      'quote',
      'booking_state',
      'preview_cancellation',
    ]);
    expect(named('destructiveHint')).toEqual(['cancel_booking']);
    for (const { outputSchema, description = '' } of tools) {
      expect(outputSchema).toBeDefined();
      expect(description.length).toBeGreaterThan(40);
    }
  });

  it.each([
    ['payment_link', { holdId: ID }],
    ['payment_link', { holdId: ID, confirm: false }],
    ['confirm_stay', { holdId: ID, guestVerificationToken: 'x' }],
    ['cancel_booking', { bookingId: ID, version: 3, refundMinorUnits: '1', confirm: 'true' }],
    ['cancel_booking', { bookingId: ID, version: 3, confirm: true }],
    ['cancel_booking', { bookingId: ID, refundMinorUnits: '1', confirm: true }],
  ])('send nothing for %s with %j', async (name, args) => {
    const { url, received } = await stubApi();
    const { call } = await connect(url);
    expect(await call(name, args)).toMatchObject({ isError: true });
    expect(received).toEqual([]);
  });
});

describe('search', () => {
  it.each([
    [undefined, ['hotel_room', 'apartment', 'villa']],
    [['generic'], ['generic']],
  ])('of the kinds %j looks for %j: no boat is offered as a bed', async (kinds, sent) => {
    const page = { asOf: '2027-06-01T09:00:00.000Z', evaluated: 0, results: [], nextCursor: null };
    const { url, received } = await stubApi({ 'POST /v1/search': [200, page] });
    const { call } = await connect(url);
    const dates = { arrival: '2027-06-10', departure: '2027-06-12' };
    await call('search', { dates, adults: 2, ...(kinds && { kinds }) });
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([{ dates, kinds: sent }]);
  });
});

describe('hold', () => {
  const held = {
    id: ID,
    reference: 'A7P7K3Q9',
    state: 'held',
    startsAt: '2027-06-10T15:00:00.000Z',
    endsAt: '2027-06-12T10:00:00.000Z',
    totalMinorUnits: '18880',
    currency: 'EUR',
    holdExpiresAt: '2027-06-01T09:15:00.000Z',
  };

  it('sends one Idempotency-Key for one quote, whatever the number of calls', async () => {
    const { url, received } = await stubApi({ 'POST /v1/holds': [201, held] });
    const { call } = await connect(url);
    for (const signedQuoteToken of ['quote-1', 'quote-1', 'quote-2'])
      await call('hold', { signedQuoteToken });
    await call('hold', { signedQuoteToken: 'quote-1', idempotencyKey: ID });
    const [first, repeated, other, own] = received.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(repeated).toBe(first);
    expect(other).not.toBe(first);
    expect(own).toBe(ID);
  });

  it('has amounts as decimal text and in minor units', async () => {
    const { url } = await stubApi({ 'POST /v1/holds': [201, held] });
    const { call } = await connect(url);
    const result = await call('hold', { signedQuoteToken: 'quote-1' });
    const total = { amount: '188.80', currency: 'EUR', minorUnits: '18880' };
    expect(result.structuredContent).toMatchObject({ holdId: ID, total, repeated: false });
    expect(textOf(result)).toContain('EUR 188.80');
  });
});

describe('cancel_booking', () => {
  const preview = {
    legal: true,
    from: 'confirmed',
    allowed: ['cancelled'],
    version: 3,
    at: '2027-06-01T09:00:00.000Z',
    timeline: [],
    penaltyMinorUnits: '10000',
    refundMinorUnits: '10000',
    dueMinorUnits: '0',
    step: 0,
    validUntil: '2027-06-02T09:00:00.000Z',
  };
  const cancelled = {
    id: ID,
    state: 'cancelled',
    version: 4,
    currency: 'EUR',
    cancellation: { keptMinorUnits: '10000', refundMinorUnits: '10000', dueMinorUnits: '0' },
  };
  const confirmed = { bookingId: ID, version: 3, refundMinorUnits: '10000', confirm: true };
  const routes = (changed: object = {}) => ({
    [`GET /v1/bookings/${ID}`]: [200, { ...cancelled, state: 'confirmed', version: 3 }] as const,
    [`GET /v1/bookings/${ID}/cancellation`]: [200, { ...preview, ...changed }] as const,
    [`DELETE /v1/bookings/${ID}`]: [200, cancelled] as const,
  });

  it('cancels the version that was previewed', async () => {
    const { url, received } = await stubApi(routes());
    const { call } = await connect(url);
    const { structuredContent } = await call('cancel_booking', confirmed);
    expect(structuredContent).toMatchObject({
      state: 'cancelled',
      refund: { amount: '100.00', currency: 'EUR' },
    });
    expect(received.map(({ route }) => route)).toEqual(Object.keys(routes()));
    expect(received[2]?.headers['if-match']).toBe('"tag-of-3"');
  });

  it.each([
    ['refund_changed', { refundMinorUnits: '5000' }],
    ['refund_changed', { refundMinorUnits: null }],
    ['version_mismatch', { version: 4 }],
    ['illegal_transition', { legal: false, from: 'cancelled' }],
    ['refund_changes_soon', { validUntil: '2027-06-01T09:00:19.000Z' }],
  ])('cancels nothing and says %s for %j', async (code, changed) => {
    const { url, received } = await stubApi(routes(changed));
    const { call, log } = await connect(url);
    const result = await call('cancel_booking', confirmed);
    expect(result).toMatchObject({ isError: true, structuredContent: { code, remedy: expect.any(String) } });
    expect(received.filter(({ route }) => route.startsWith('DELETE'))).toEqual([]);
    expect(log).toEqual([`cancel_booking: ${code}`]);
  });
});

describe('a refusal of the API', () => {
  it('has its code, what to do next, and the alternatives', async () => {
    const near = {
      kind: 'shift',
      resourceId: ID,
      ratePlanId: null,
      from: '2027-06-11T15:00:00.000Z',
      to: '2027-06-13T10:00:00.000Z',
      nights: 2,
      shiftDays: 1,
      totalMinorUnits: '18880',
      currency: 'EUR',
      displayTotal: null,
    };
    const refused = problem(409, 'unavailable', { reasons: ['reserved'], alternatives: [near] });
    const { url } = await stubApi({ 'POST /v1/quotes': refused });
    const { call, log } = await connect(url);
    const args = { resourceId: ID, from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z', partySize: 2 };
    const result = await call('quote', args);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      code: 'unavailable',
      status: 409,
      requestId: 'request-1',
      reasons: ['reserved'],
      alternatives: [{ kind: 'shift', total: { amount: '188.80', currency: 'EUR' } }],
    });
    expect(textOf(result)).toMatch(/2027-06-11T15:00:00.000Z .* EUR 188\.80.*Offer the guest/);
    expect(log).toEqual(['quote: unavailable, request request-1']);
  });

  it('for a permission that the key lacks says which one it is', async () => {
    const { url } = await stubApi({ 'POST /v1/holds': problem(403, 'insufficient_permission') });
    const { call } = await connect(url);
    const result = await call('hold', { signedQuoteToken: 'quote-1' });
    expect(result.structuredContent).toMatchObject({
      code: 'insufficient_permission',
      remedy: expect.stringContaining('`book`'),
    });
  });

  it('leaves no key, code, token or address in the log', async () => {
    const { url } = await stubApi({
      [`POST /v1/holds/${ID}/otp/verify`]: problem(400, 'bad_code', { detail: '042137' }),
    });
    const { call, log } = await connect(url);
    await call('verify_code', { holdId: ID, email: 'ada@example.com', code: '042137' });
    await call('hold', { signedQuoteToken: 'quote-1' });
    expect(log).toEqual(['verify_code: bad_code, request request-1', 'hold: not_found, request request-1']);
  });
});

describe('the code of a guest', () => {
  it('is sent in the language of the guest, and verified with what the guest says', async () => {
    const route = `POST /v1/holds/${ID}/otp`;
    const expiresAt = '2027-06-01T10:10:00.000Z';
    const { url, received } = await stubApi({
      [route]: [200, { accepted: true, expiresAt }],
      [`${route}/verify`]: [200, { guestVerificationToken: 'token-1', expiresAt }],
    });
    const { call } = await connect(url, PUBLISHABLE);
    const email = 'ada@example.com';
    const guest = { name: 'Ada Lovelace', arrivalTime: '21:30' };
    await call('send_code', { holdId: ID, email, language: 'de-AT' });
    const verified = await call('verify_code', { holdId: ID, email, code: '042137', guest });
    expect(received.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { email, language: 'de-AT' },
      { email, code: '042137', guest },
    ]);
    expect(JSON.stringify(verified)).not.toContain('Ada');
  });

  it('is sent and verified with the address alone where nothing else is known', async () => {
    const route = `POST /v1/holds/${ID}/otp`;
    const { url, received } = await stubApi({ [route]: [200, { accepted: true, expiresAt: 'later' }] });
    const { call } = await connect(url, PUBLISHABLE);
    const email = 'ada@example.com';
    await call('send_code', { holdId: ID, email });
    await call('verify_code', { holdId: ID, email, code: '042137' });
    expect(received.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { email },
      { email, code: '042137' },
    ]);
  });

  it.each([{ arrivalTime: '25:00' }, { name: '' }, { message: 'x'.repeat(1_001) }])(
    'is not verified with %j',
    async (guest) => {
      const { url, received } = await stubApi();
      const { call } = await connect(url);
      const result = await call('verify_code', {
        holdId: ID,
        email: 'ada@example.com',
        code: '042137',
        guest,
      });
      expect(result.isError).toBe(true);
      expect(received).toEqual([]);
    },
  );
});
